"""The HTML report: one file that shows a lineage page's evidence, and asks for nothing else."""
