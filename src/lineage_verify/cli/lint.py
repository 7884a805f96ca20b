"""`lineage-verify lint`: what is wrong with specs, without any page."""



__all__ = ["lint"]
