"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const get = (id) => document.getElementById(id);
  const lines = data.texts.map((text) => text.replace(/\n$/, "").split("\n"));
  // How many equal lines stand around changes.
  const AROUND = 3;
  let pass = 0;

  function element(tag, className, text) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function time(microseconds) {
    return microseconds >= 1000 ? `${(microseconds / 1000).toFixed(1)} ms` : `${microseconds.toFixed(1)} µs`;
  }

  // A line of code, whose values can be chosen.
  function code(text, className) {
    const cell = element("td", `code ${className || ""}`);
    let last = 0;
    // Strings are skipped: what stands in them is no value.
    for (const match of text.matchAll(/"(?:[^"\\]|\\.)*"|%[A-Za-z0-9_$.-]+/g)) {
      if (match[0][0] === '"') continue;
      cell.append(text.slice(last, match.index));
      const value = element("span", "v", match[0]);
      value.dataset.name = match[0];
      cell.append(value);
      last = match.index + match[0].length;
    }
    cell.append(text.slice(last));
    return cell;
  }

  function number(index) {
    return element("td", "number", index === null ? "" : String(index + 1));
  }

  function indentation(text) {
    return text.length - text.trimStart().length;
  }

  // The lines among which a name has one meaning: those of the nearest operation around with a symbol and a region.
  function scope(all, index) {
    const opens = (line) => /@["\w$]/.test(line) && /\{\s*(?:loc\(.*\)\s*)?$/.test(line);
    let begin = 0;
    let limit = opens(all[index]) ? indentation(all[index]) + 1 : indentation(all[index]);
    for (let at = index; at >= 0; at--) {
      if (all[at].trim() && indentation(all[at]) < limit) {
        limit = indentation(all[at]);
        if (opens(all[at])) { begin = at; break; }
      }
    }
    const own = indentation(all[begin]);
    let end = begin + 1;
    while (end < all.length && !(indentation(all[end]) <= own && all[end].trim().startsWith("}"))) end++;
    return [begin, end];
  }

  function uses(all, name, [begin, end]) {
    const found = [];
    for (let at = begin; at <= end && at < all.length; at++) {
      const text = all[at].replace(/"(?:[^"\\]|\\.)*"/g, "");
      const names = text.match(/%[A-Za-z0-9_$.-]+/g) || [];
      if (names.includes(name)) found.push(at);
    }
    return found;
  }

  function showUses(cell, name) {
    const all = lines[Number(cell.dataset.text)];
    const range = scope(all, Number(cell.dataset.line));
    const places = uses(all, name, range);
    for (const lit of document.querySelectorAll(".v.lit")) lit.classList.remove("lit");
    for (const each of document.querySelectorAll(`td.code[data-text="${cell.dataset.text}"]`)) {
      const line = Number(each.dataset.line);
      if (line < range[0] || line > range[1]) continue;
      for (const value of each.querySelectorAll(".v")) {
        if (value.dataset.name === name) value.classList.add("lit");
      }
    }
    const list = get("uses");
    list.replaceChildren();
    for (const at of places) {
      const link = element("a", "", `${String(at + 1).padStart(5)}  ${all[at].trim()}`);
      link.addEventListener("click", () => jump(cell.dataset.text, at));
      list.append(link);
    }
    list.hidden = false;
  }

  function jump(text, line) {
    const cell = document.querySelector(`td.code[data-text="${text}"][data-line="${line}"]`);
    if (!cell) {
      // It is among the lines that are not shown.
      get("view").value = "whole";
      show();
      jump(text, line);
      return;
    }
    const row = cell.parentElement;
    for (let each = row; each && each.hidden; each = each.previousElementSibling) each.hidden = false;
    mark(row);
  }

  function mark(row) {
    for (const each of document.querySelectorAll("tr.here")) each.classList.remove("here");
    row.classList.add("here");
    row.scrollIntoView({ block: "center" });
  }

  function place(cell, text, line) {
    cell.dataset.text = text;
    cell.dataset.line = line;
    return cell;
  }

  // One text, whose regions can be folded.
  function single(index) {
    const body = element("tbody");
    const all = lines[index];
    all.forEach((text, line) => {
      const row = element("tr");
      const opens = /\{\s*(?:loc\(.*\)\s*)?$/.test(text);
      const fold = element("td", opens ? "fold" : "", opens ? "▾" : "");
      row.append(fold, number(line), place(code(text), index, line));
      if (opens) fold.addEventListener("click", () => toggle(row, fold, all, line));
      body.append(row);
    });
    return body;
  }

  function toggle(row, fold, all, line) {
    const close = fold.textContent === "▾";
    fold.textContent = close ? "▸" : "▾";
    const own = indentation(all[line]);
    let each = row.nextElementSibling;
    for (let at = line + 1; each && at < all.length; at++, each = each.nextElementSibling) {
      if (all[at].trim() && indentation(all[at]) <= own) break;
      each.hidden = close;
      const inner = each.firstElementChild;
      if (inner.className === "fold") inner.textContent = "▾";
    }
  }

  function both([oldText, newText], oldLine, newLine, className) {
    const row = element("tr");
    for (const [text, line, kind] of [[oldText, oldLine, "gone"], [newText, newLine, "new"]]) {
      row.append(number(line));
      if (line === null) {
        row.append(element("td", ""));
      } else {
        row.append(place(code(lines[text][line], className ? kind : ""), text, line));
      }
    }
    return row;
  }

  function equal(texts, [, oldStart, count, newStart], first, last, whole) {
    const rows = [];
    for (let at = 0; at < count; at++) rows.push(() => both(texts, oldStart + at, newStart + at));
    const head = first ? 0 : AROUND;
    const tail = last ? 0 : AROUND;
    if (whole || count <= head + tail + 1) return rows.map((row) => row());
    const hidden = rows.slice(head, count - tail);
    const gap = element("tr", "gap");
    const cell = element("td", "", `${hidden.length} equal lines`);
    cell.colSpan = 4;
    gap.append(cell);
    gap.addEventListener("click", () => gap.replaceWith(...hidden.map((row) => row())));
    return [...rows.slice(0, head).map((row) => row()), gap, ...rows.slice(count - tail).map((row) => row())];
  }

  function twoSides(run, whole) {
    const body = element("tbody");
    const count = lines[run.texts[0]].length;
    const diff = run.diff.length ? run.diff : [["=", 0, count, 0, count]];
    diff.forEach((part, index) => {
      const [kind, oldStart, oldCount, newStart, newCount] = part;
      if (kind === "=") {
        body.append(...equal(run.texts, part, index === 0, index === diff.length - 1, whole));
        return;
      }
      for (let at = 0; at < Math.max(oldCount, newCount); at++) {
        const oldLine = at < oldCount ? oldStart + at : null;
        const newLine = at < newCount ? newStart + at : null;
        body.append(both(run.texts, oldLine, newLine, "changed"));
      }
    });
    return body;
  }

  function show() {
    const run = data.passes[pass]?.runs[Number(get("run").value)];
    const target = get("text");
    get("uses").hidden = true;
    target.replaceChildren();
    if (!run) {
      target.append(element("p", "empty", "No pass ran."));
      return;
    }
    const view = get("view").value;
    const table = element("table");
    const two = view === "diff" || view === "whole";
    target.className = two ? "two" : "";
    if (two) {
      const columns = element("colgroup");
      for (const name of ["number", "", "number", ""]) columns.append(element("col", name));
      table.append(columns, twoSides(run, view === "whole"));
    } else {
      table.append(single(run.texts[view === "after" ? 1 : 0]));
    }
    target.append(table);
    target.scrollTop = 0;
    search(false);
  }

  function choose(index) {
    pass = index;
    const rows = get("passes").tBodies[0].rows;
    [...rows].forEach((row, at) => row.classList.toggle("chosen", at === index));
    const select = get("run");
    select.replaceChildren();
    (data.passes[index]?.runs || []).forEach((run, at) => {
      const option = element("option", "", `${run.op} – ${run.outcome}, ${time(run.microseconds)}`);
      option.value = at;
      select.append(option);
    });
    const first = (data.passes[index]?.runs || []).findIndex((run) => run.outcome !== "unchanged");
    select.value = Math.max(first, 0);
    show();
  }

  let matches = [];
  let current = -1;

  function search(next) {
    const wanted = get("search").value;
    for (const row of document.querySelectorAll("tr.found")) row.classList.remove("found");
    if (!wanted) {
      get("found").textContent = "";
      matches = [];
      return;
    }
    const rows = [...get("text").querySelectorAll("tr")];
    matches = rows.filter((row) => row.textContent.includes(wanted));
    matches.forEach((row) => row.classList.add("found"));
    current = next ? (current + 1) % Math.max(matches.length, 1) : 0;
    get("found").textContent = matches.length ? `${current + 1} of ${matches.length}` : "nothing found";
    if (matches.length) mark(matches[current]);
  }

  function fill() {
    document.title = data.title;
    get("title").textContent = `${data.title} – ${time(data.microseconds)}`;
    get("pipeline").textContent = data.pipeline;
    data.passes.forEach((each, index) => {
      const changed = each.runs.some((run) => run.outcome === "changed");
      const failed = each.runs.some((run) => run.outcome === "failed");
      const row = element("tr", failed ? "failed" : changed ? "changed" : "unchanged");
      const name = element("td", "", each.name);
      name.append(element("small", "", each.text));
      const spent = each.runs.reduce((sum, run) => sum + run.microseconds, 0);
      const count = (at) => each.runs.reduce((sum, run) => sum + run.operations[at], 0);
      row.append(name, element("td", "", time(spent)), element("td", "", `${count(0)} → ${count(1)}`));
      row.addEventListener("click", () => choose(index));
      get("passes").tBodies[0].append(row);
    });
  }

  get("run").addEventListener("change", show);
  get("view").addEventListener("change", show);
  get("search").addEventListener("input", () => search(false));
  get("search").addEventListener("keydown", (event) => {
    if (event.key === "Enter") search(true);
  });
  get("text").addEventListener("click", (event) => {
    const value = event.target.closest(".v");
    if (value) showUses(value.closest("td"), value.dataset.name);
  });
  const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.classList.toggle("dark", dark);
  get("theme").addEventListener("click", () => document.documentElement.classList.toggle("dark"));
  // The address can say what is shown first: #pass=1&run=0&view=whole&search=addi&value=%0
  function start() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    const changed = data.passes.findIndex((each) => each.runs.some((run) => run.outcome !== "unchanged"));
    if (wanted.has("view")) get("view").value = wanted.get("view");
    choose(wanted.has("pass") ? Number(wanted.get("pass")) : Math.max(changed, 0));
    if (wanted.has("run")) {
      get("run").value = wanted.get("run");
      show();
    }
    if (wanted.has("search")) {
      get("search").value = wanted.get("search");
      search(false);
    }
    if (wanted.has("value")) {
      const values = [...document.querySelectorAll("#text .v")];
      values.find((value) => value.dataset.name === wanted.get("value"))?.click();
    }
  }

  fill();
  start();
})();
