"use strict";
(() => {
  const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));
  const specs = all("section.spec");

  /* Dimensions: show the stages and steps of the picked values, as the lineage page does. */

  function picked(spec) {
    return new Map(all("input[data-dial]:checked", spec).map((box) => [box.dataset.dial, box]));
  }

  function applies(when, choices) {
    return Object.keys(when).every(
      (name) => !choices.has(name) || when[name].includes(choices.get(name).value)
    );
  }

  function sentence(template, choices) {
    return template.replace(/\{([^{}]*)\}/g, (whole, name) =>
      choices.has(name) ? choices.get(name).dataset.phrase : whole
    );
  }

  function showPath(spec) {
    const choices = picked(spec);
    const joined = new Set();
    const shown = new Set();
    for (const edge of all("a.edge", spec)) {
      const ends = [edge.dataset.from, edge.dataset.to];
      const on = applies(JSON.parse(edge.dataset.when), choices);
      ends.forEach((stage) => joined.add(stage));
      if (on) ends.forEach((stage) => shown.add(stage));
      place(edge, on);
    }
    for (const node of all("a.node", spec)) {
      const stage = node.dataset.stage;
      place(node, shown.has(stage) || !joined.has(stage));
    }
    tell(spec, choices);
  }

  function place(link, on) {
    link.classList.toggle("off", !on);
    const owner = document.getElementById(link.getAttribute("href").slice(1));
    if (owner) owner.querySelector(".aside").hidden = on;
  }

  function tell(spec, choices) {
    const line = spec.querySelector(".status .line");
    if (!line) return;
    line.textContent = sentence(spec.dataset.template, choices);
    const elsewhere = all(".owner", spec).filter((owner) => !owner.querySelector(".aside").hidden);
    const broken = elsewhere.flatMap((owner) => all(".piece.broken", owner)).length;
    const note = spec.querySelector(".hidden-broken");
    note.textContent = broken
      ? `Not on the path shown: ${broken} broken ${broken === 1 ? "quote" : "quotes"}.`
      : "";
  }

  /* Filters. */

  function filter(state) {
    for (const piece of all(".piece")) piece.hidden = Boolean(state) && piece.dataset.state !== state;
    for (const owner of all(".owner")) {
      owner.hidden = Boolean(state) && !all(".piece", owner).some((piece) => !piece.hidden);
      if (state && !owner.hidden) owner.open = true;
    }
    for (const spec of specs) {
      const nothing = spec.querySelector(".nothing");
      if (nothing) nothing.hidden = all(".owner", spec).some((owner) => !owner.hidden);
    }
  }

  /* Evidence of what was clicked. */

  function open(id) {
    const owner = document.getElementById(id);
    if (!owner || !owner.matches("details.owner")) return;
    if (owner.hidden) {
      document.querySelector('input[name="filter"][value=""]').checked = true;
      filter("");
    }
    owner.open = true;
    owner.querySelector("summary").focus({ preventScroll: true });
    owner.scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a.node, a.edge");
    if (!link) return;
    event.preventDefault();
    const id = link.getAttribute("href").slice(1);
    history.replaceState(null, "", `#${id}`);
    open(id);
  });
  document.addEventListener("change", (event) => {
    const box = event.target;
    if (box.name === "filter") filter(box.value);
    else if (box.dataset.dial !== undefined) showPath(box.closest("section.spec"));
  });
  const hash = () => open(decodeURIComponent(location.hash.slice(1)));
  window.addEventListener("hashchange", hash);

  /* Folding, and everything open on paper. */

  const fold = (value) => all("details.owner").forEach((owner) => { owner.open = value; });
  const button = (id, value) => {
    const found = document.getElementById(id);
    if (found) found.addEventListener("click", () => fold(value));
  };
  button("unfold", true);
  button("fold", false);
  let closed = [];
  window.addEventListener("beforeprint", () => {
    closed = all("details.owner:not([open])");
    fold(true);
  });
  window.addEventListener("afterprint", () => closed.forEach((owner) => { owner.open = false; }));

  document.documentElement.classList.add("live");
  specs.forEach(showPath);
  for (const picture of all(".picture")) {
    picture.scrollLeft = (picture.scrollWidth - picture.clientWidth) / 2;
  }
  hash();
})();
