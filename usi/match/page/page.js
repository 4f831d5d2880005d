"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const esc = (s) => String(s).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
const signed = (x, digits = 1) => (x === null ? "∞" : (x >= 0 ? "+" : "−") + Math.abs(x).toFixed(digits));
const human = (n) => (n >= 1e6 ? (n / 1e6).toFixed(2) + " M" : n >= 1e3 ? (n / 1e3).toFixed(0) + " k" : n.toFixed(0));

// ---- charts: lines in an SVG with labelled axes ----
function chart(box, { lines, band, xs, title, height = 220, width = 600, low, high, marks, onclick, xlabel }) {
  const left = 46, right = 10, top = 22, bottom = 26;
  const values = lines.flatMap((l) => l.y).filter((v) => v !== null && isFinite(v));
  let min = low ?? Math.min(0, ...values), max = high ?? Math.max(...values, min + 1);
  const x0 = xs[0] ?? 0, x1 = Math.max(xs[xs.length - 1] ?? 1, x0 + 1);
  const X = (x) => left + ((x - x0) / (x1 - x0)) * (width - left - right);
  const Y = (y) => top + (1 - (Math.max(min, Math.min(max, y)) - min) / (max - min)) * (height - top - bottom);
  const step = (range) => { const raw = range / 5, p = 10 ** Math.floor(Math.log10(raw)); return [1, 2, 5, 10].find((k) => k * p >= raw) * p; };
  let svg = `<svg viewBox="0 0 ${width} ${height}"><text x="${left}" y="13">${esc(title)}</text>`;
  for (let s = step(max - min), y = Math.ceil(min / s) * s; y <= max + 1e-9; y += s)
    svg += `<line x1="${left}" x2="${width - right}" y1="${Y(y)}" y2="${Y(y)}" stroke="var(--line)" stroke-width="${Math.abs(y) < 1e-9 ? 1.6 : 0.6}"/><text x="${left - 6}" y="${Y(y) + 4}" text-anchor="end">${+y.toFixed(6)}</text>`;
  for (let s = Math.max(1, step(x1 - x0)), x = Math.ceil(x0 / s) * s; x <= x1; x += s)
    svg += `<text x="${X(x)}" y="${height - 10}" text-anchor="middle">${x}</text>`;
  if (xlabel) svg += `<text x="${width - right}" y="13" text-anchor="end">${esc(xlabel)}</text>`;
  if (band) {
    const up = band.high.map((v, i) => `${X(xs[i])},${Y(v ?? max)}`), down = band.low.map((v, i) => `${X(xs[i])},${Y(v ?? min)}`).reverse();
    svg += `<polygon points="${up.concat(down).join(" ")}" fill="var(--a)" opacity="0.15"/>`;
  }
  for (const l of lines) {
    let path = "", pen = false;
    l.y.forEach((v, i) => {
      if (v === null || v === undefined) { pen = pen && l.bridge; return; }
      path += `${pen ? "L" : "M"}${X(xs[i]).toFixed(1)} ${Y(v).toFixed(1)}`;
      pen = true;
    });
    svg += `<path d="${path}" fill="none" stroke="${l.color}" stroke-width="1.8" stroke-linejoin="round"/>`;
  }
  lines.filter((l) => l.name).forEach((l, i) => (svg += `<text x="${left + 8 + (i % 3) * 180}" y="${height - bottom - 6 - 13 * Math.floor(i / 3)}" style="fill:${l.color}">${esc(l.name)}</text>`));
  if (marks) svg += `<line class="cursor" x1="0" x2="0" y1="${top}" y2="${height - bottom}" stroke="var(--fg)" stroke-width="1"/>`;
  box.innerHTML = svg + "</svg>";
  const root = box.firstChild;
  if (onclick) root.addEventListener("click", (e) => {
    const r = root.getBoundingClientRect(), x = ((e.clientX - r.left) / r.width) * width;
    onclick(Math.round(x0 + ((x - left) / (width - left - right)) * (x1 - x0)));
  });
  return (x) => { const c = root.querySelector(".cursor"); c.setAttribute("x1", X(x)); c.setAttribute("x2", X(x)); };
}

// ---- scores ----
$("facts").textContent = data.facts.filter((f) => f[1]).map(([k, v]) => `${k} ${v}`).join(" · ") + ` · ${data.games.length} games`;
for (const s of data.scores) {
  const card = document.createElement("div"), a = data.engines[s.a].name, b = data.engines[s.b].name, n = s.w + s.d + s.l;
  card.className = "card";
  card.innerHTML = `<div><div class="dim">${esc(a)} against ${esc(b)}</div><div class="big">${!s.penta.some(Boolean) ? "no pair yet" : (s.elo[0] === null ? (s.score > 0.5 ? "+∞" : "−∞") : signed(s.elo[0])) + " Elo"}</div>
    <div>95 % interval ${s.elo[1] === null ? "−∞" : signed(s.elo[1])} to ${s.elo[2] === null ? "+∞" : signed(s.elo[2])}</div>
    <div class="bar"><i style="flex:${s.w}"></i><i style="flex:${s.d}"></i><i style="flex:${s.l}"></i></div>
    <div>${s.w} won, ${s.d} drawn, ${s.l} lost of ${n} · ${(100 * s.score).toFixed(1)} %</div>
    <div class="dim">superior with ${(100 * s.los).toFixed(1)} % · pairs ${s.penta.join(" / ")} <span title="pairs of games by points 0, ½, 1, 1½, 2">(0 … 2 points)</span></div></div><div class="chart"></div>`;
  $("scores").append(card);
  const xs = s.course.map((c) => c[0]), ends = s.course.slice(Math.min(5, s.course.length >> 1)).flatMap((c) => c.slice(1)).filter((v) => v !== null).sort((p, q) => p - q);
  const low = Math.max(-800, Math.min(-20, ends[0] ?? -100)), high = Math.min(800, Math.max(20, ends[ends.length - 1] ?? 100));
  if (xs.length) chart(card.lastChild, { xs, title: "Elo over games, with the 95 % interval", xlabel: "games", low, high,
    lines: [{ y: s.course.map((c) => c[1]), color: "var(--a)" }], band: { low: s.course.map((c) => c[2]), high: s.course.map((c) => c[3]) } });
}

// ---- engines ----
const colors = ["var(--a)", "var(--b)", "#2e9e5b", "#9c4dcc", "#b08900", "#c2185b", "#00838f", "#6d4c41", "#777"];
const ranked = data.engines.map((_, i) => i).sort((i, j) => data.engines[j].rating - data.engines[i].rating);
$("engines").innerHTML = `<tr><th>engine</th><th>points</th>${data.engines.length > 2 ? "<th>rating</th>" : ""}<th>time control</th><th>depth</th><th>selective</th><th>nps</th><th>nodes a move</th><th>time a move</th><th>longest</th><th>games lost by faults</th><th class="left">command</th></tr>` +
  ranked.map((i) => { const e = data.engines[i]; return `<tr><td>${esc(e.name)}</td><td>${e.points} / ${e.games}</td>${data.engines.length > 2 ? `<td>${e.error < 1e300 ? `${signed(e.rating, 0)} ± ${e.error.toFixed(0)}` : "?"}</td>` : ""}<td>${esc(e.tc)}</td><td>${e.depth.toFixed(1)}</td><td>${e.seldepth.toFixed(1)}</td><td>${human(e.nps)}</td><td>${human(e.nodes)}</td><td>${e.ms.toFixed(0)} ms</td><td>${e.longest} ms</td><td class="${e.failures ? "fault" : ""}">${esc(e.failures || "none")}</td><td class="wrap left">${esc(e.command)}</td></tr>`; }).join("");
["mean time of a move (ms) over the game", "mean depth over the game"].forEach((title, k) => {
  const box = document.createElement("div"), xs = data.engines.reduce((l, e) => ((e.plies ?? []).length > l.length ? e.plies : l), []);
  box.className = "chart";
  $("usage").append(box);
  if (xs.length) chart(box, { xs, title, xlabel: "ply after the opening", low: 0, lines: data.engines.map((e, i) => ({ y: e.byply[k], color: colors[i % 9], name: e.name })) });
});
if (data.engines.length > 2) {
  $("cross").innerHTML = `<tr><th></th>${ranked.map((i) => `<th>${esc(data.engines[i].name)}</th>`).join("")}</tr>` +
    ranked.map((i) => `<tr><td>${esc(data.engines[i].name)}</td>${ranked.map((j) => `<td>${esc(data.cross[i][j] || "–")}</td>`).join("")}</tr>`).join("");
} else $("crossbox").remove();

// ---- list of games ----
const faults = new Set(["illegal move", "garbage", "false claim", "time", "crash", "hang", "flood"]);
const winner = (g) => (g.r === "draw" ? null : g.r === "black" ? g.b : g.w);
const filters = [["all", () => true], ...data.engines.map((e, i) => [e.name + " wins", (g) => winner(g) === i]), ["draws", (g) => g.r === "draw"], ["faults", (g) => faults.has(g.why)]];
let current = null, shown = data.games;
document.querySelector("#rows thead").innerHTML = `<tr><th>#</th><th class="left">black</th><th class="left">white</th><th class="left">winner</th><th class="left">by</th><th>moves</th></tr>`;
function list(keep) {
  shown = data.games.filter(keep);
  document.querySelector("#rows tbody").innerHTML = shown.map((g) => `<tr data-n="${g.n}"><td>${g.n}</td><td class="left">${esc(data.engines[g.b].name)}</td><td class="left">${esc(data.engines[g.w].name)}</td><td class="left">${winner(g) === null ? "–" : esc(data.engines[winner(g)].name)}</td><td class="left ${faults.has(g.why) ? "fault" : ""}">${esc(g.why)}</td><td>${g.t ? g.t.length : 0}</td></tr>`).join("");
}
filters.forEach(([name, keep], i) => {
  const b = document.createElement("button");
  b.textContent = name;
  b.className = i ? "" : "on";
  b.onclick = () => { for (const o of $("filters").children) o.className = o === b ? "on" : ""; list(keep); mark(); };
  $("filters").append(b);
});
document.querySelector("#rows tbody").addEventListener("click", (e) => { const row = e.target.closest("tr"); if (row) open_(+row.dataset.n); });
const mark = () => { for (const r of document.querySelectorAll("#rows tbody tr")) r.className = current && +r.dataset.n === current.g.n ? "on" : ""; };

// ---- the game on the board ----
let letters = !Shogi.hasKanji();
const scoreText = (s) => (s === null || s === undefined ? "no score" : Math.abs(s) > 30000 ? (s > 0 ? "Black" : "White") + " mates" + (32000 - Math.abs(s) < 900 ? " in " + (32000 - Math.abs(s)) : "") : signed(s / 100, 2) + " for Black");
function open_(n) {
  stop();
  const g = data.games.find((x) => x.n === n), moves = g.m ? g.m.split(" ") : [], positions = [Shogi.parse(g.sfen, data.files, data.ranks)], texts = [];
  for (const m of moves) {
    const p = positions[positions.length - 1];
    texts.push(letters ? m : Shogi.notation(p, m));
    positions.push(Shogi.play(p, m));
  }
  current = { g, moves, texts, positions, at: 0 };
  $("caption").textContent = `${g.n}. ☗ ${data.engines[g.b].name} – ☖ ${data.engines[g.w].name}: ${winner(g) === null ? "draw" : data.engines[winner(g)].name + " wins"} by ${g.why}` + (g.detail ? ` (${g.detail})` : "");
  const xs = (g.t ?? []).map((_, i) => g.o + i + 1), first = positions[g.o].side;
  // Decided scores would flatten all others: the graph shows the winning chances that they stand for.
  const chance = (s) => (s === null ? null : 100 / (1 + Math.exp(-s / 600)));
  const of = (side) => (g.s ?? []).map((s, i) => (((first + i) & 1) === side ? chance(s) : null));
  current.cursor = xs.length ? chart($("graph"), { xs, title: "Black's winning chance (%), as each engine saw it", height: 150, width: 470, low: 0, high: 100, marks: true, onclick: go,
    lines: [{ y: of(0), color: "var(--a)", bridge: true, name: "☗ " + data.engines[g.b].name }, { y: of(1), color: "var(--b)", bridge: true, name: "☖ " + data.engines[g.w].name }] }) : ($("graph").innerHTML = "", null);
  $("moves").innerHTML = moves.map((m, i) => `<li data-i="${i + 1}" class="${i < g.o ? "book" : ""}">${i + 1}.${texts[i]}</li>`).join("");
  $("last").textContent = (g.last ?? []).join("\n");
  mark();
  go(g.o);
}
function go(i) {
  if (!current) return;
  current.at = i = Math.max(0, Math.min(current.moves.length, i));
  const g = current.g, k = i - 1 - g.o;
  Shogi.draw($("board"), current.positions[i], { names: [g.b, g.w].map((e) => data.engines[e].name), letters });
  document.querySelector("[data-go=letters]").textContent = letters ? "漢字" : "letters";
  $("status").textContent = i === 0 ? "start" : i <= g.o ? `${i}. ${current.texts[i - 1]} (opening)` : `${i}. ${current.texts[i - 1]} · ${scoreText(g.s[k])} · depth ${g.d[k]} · ${g.t[k]} ms`;
  if (current.cursor) current.cursor(Math.max(g.o + 1, i));
  for (const li of $("moves").children) li.classList.toggle("on", +li.dataset.i === i);
  const on = document.querySelector("#moves li.on");
  if (on) $("moves").scrollTop = on.offsetTop - $("moves").offsetTop - 40;
}
let timer = null;
function stop() { clearInterval(timer); timer = null; document.querySelector("[data-go=play]").textContent = "play"; }
const actions = {
  first: () => go(0), back: () => go(current.at - 1), on: () => go(current.at + 1), last: () => go(current.moves.length),
  letters: () => { const at = current.at; letters = !letters; open_(current.g.n); go(at); },
  play: () => { if (timer) return stop(); document.querySelector("[data-go=play]").textContent = "pause"; timer = setInterval(() => (current.at < current.moves.length ? go(current.at + 1) : stop()), 600); },
};
for (const b of document.querySelectorAll("#controls button")) b.onclick = () => { if (b.dataset.go !== "play") stop(); if (current) actions[b.dataset.go](); };
$("moves").addEventListener("click", (e) => { if (e.target.dataset.i) go(+e.target.dataset.i); });
document.addEventListener("keydown", (e) => { const k = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[e.key]; if (k && current && !e.ctrlKey && !e.metaKey && !e.altKey) { e.preventDefault(); stop(); actions[k](); } });
list(() => true);
const [, game, move] = location.hash.match(/^#(\d+)(?:\/(\d+))?/) ?? [];
if (data.games.length) { open_(data.games.some((g) => g.n === +game) ? +game : data.games[0].n); if (move) go(+move); }
