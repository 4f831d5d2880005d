const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const moves = (n) => `${n} move${n === 1 ? "" : "s"}`;
const words = {
  ja: { mistake: "次の悪手", flip: "反転", start: "開始局面", better: "最善", next: "この後", back: "本譜に戻る", black: "先手", white: "後手", mate: (w, n) => `${w}の勝ち・${n}手詰`, declare: (w, n) => (n ? `${w}の勝ち・${n}手で宣言` : `${w}は宣言すれば勝ち`), try: (w, n) => `${w}の勝ち・${n}手でトライ`, over: (w) => `${w}の勝ち`,
    chance: (w) => `${w}の勝率`, time: (w) => `${w}の消費時間`, other: "English", loss: "損失", scale: (n) => `駒落ちの勝率は評価値${n}で73%`, keys: "← → で一手ずつ、↑ ↓ で悪手へ、Home End、B で最善手順、F で反転。盤を左右にスワイプしても動きます。", sec: "秒",
    marks: { best: "最善", brilliant: "妙手", only: "唯一の手", forced: "一手のみ", good: "好手", fair: "やや損", inaccuracy: "緩手", mistake: "疑問手", blunder: "悪手" } },
  en: { mistake: "Next mistake", flip: "Flip", start: "Start position", better: "Better", next: "Expected", back: "Back to the game", black: "Black", white: "White", mate: (w, n) => `${w} mates in ${moves(n)}`, declare: (w, n) => (n ? `${w} wins by declaration after ${moves(n)}` : `${w} can declare the win`), try: (w, n) => `${w} wins by try after ${moves(n)}`, over: (w) => `${w} wins`,
    chance: (w) => `${w}'s winning chance`, time: (w) => `${w}'s time`, other: "日本語", loss: "loss", scale: (n) => `in this handicap a score of ${n} is a chance of 73%`, keys: "← → move by move, ↑ ↓ to mistakes, Home End, B for the better line, F to flip. Or swipe over the board.", sec: "s",
    marks: { best: "best", brilliant: "brilliant", only: "only move", forced: "forced", good: "good", fair: "slightly worse", inaccuracy: "inaccuracy", mistake: "mistake", blunder: "blunder" } },
};
let language = (navigator.language || "ja").startsWith("ja") ? "ja" : "en", flip = false;
const t = () => words[language];
const handicap = data.handicap && data.handicap !== "平手" && data.handicap !== "5五将棋";
const side = (c) => (language === "ja" && handicap ? ["下手", "上手"] : [t().black, t().white])[c];
const text = (r) => (language === "ja" ? r.ja : r.en);
const make = (tag, cls, content) => { const e = document.createElement(tag); if (cls) e.className = cls; if (content !== undefined) e.textContent = content; return e; };

const rows = data.sfen.split(" ")[0].split("/").length;
const positions = [Shogi.parse(data.sfen, rows, rows)];
for (const m of data.moves) positions.push(Shogi.play(positions[positions.length - 1], m.usi));
const lines = [data.start, ...data.moves.map((m) => m.after)]; // what is expected in each position
const isMistake = (m) => m.mark === "inaccuracy" || m.mark === "mistake" || m.mark === "blunder";
const names = () => [0, 1].map((c) => side(c) + (data.names[c] ? " " + data.names[c] : ""));

let at = 0; // moves played
let shown = null; // a line beside the game: {from, moves, japanese, at}

function score(l, mated) {
  if (l.mate) return t().mate(side(l.mate > 0 ? 0 : 1), Math.abs(l.mate));
  if (l.entering) {
    const w = side(l.entering > 0 ? 0 : 1), n = Math.abs(l.entering); // a declaration is counted as a move
    return data.rule === "TryRule" ? t().try(w, n) : t().declare(w, n - 1);
  }
  if (Math.abs(l.cp) >= 30000) return t().over(side(l.cp > 0 ? 0 : 1));
  return `${l.cp > 0 ? "+" : ""}${l.cp} (${Math.round(l.chance)}%)`;
}

function showLine(label, from, l, into, upTo) {
  const n = Math.min(l.japanese?.length ?? 0, upTo);
  if (!n) return;
  const p = make("p", "line");
  p.append(make("b", "", label + " " + score(l) + " "));
  for (let i = 0; i < n; i++) {
    const b = make("button", shown && shown.from === from && shown.moves === l.moves && shown.at === i + 1 ? "on" : "", l.japanese[i]);
    b.type = "button";
    b.onclick = () => { shown = { from, moves: l.moves, at: i + 1 }; draw(); };
    p.append(b);
  }
  into.append(p);
}

function position() {
  if (!shown) return positions[at];
  let p = positions[shown.from];
  for (const m of shown.moves.slice(0, shown.at)) p = Shogi.play(p, m);
  return p;
}

function draw() {
  Shogi.draw($("board"), position(), { names: names(), flip });
  $("bar").firstElementChild.style.width = lines[at].chance + "%";
  const said = $("said"), m = data.moves[at - 1], h = make("h2");
  said.replaceChildren(h);
  h.append(make("span", "", m ? `${m.number}. ${m.japanese}` : t().start));
  if (m) h.append(make("span", "mark " + m.mark, t().marks[m.mark] + (m.loss >= 0.5 ? ` −${m.loss.toFixed(m.loss < 10 ? 1 : 0)}%` : "")));
  h.append(make("span", "", score(lines[at])));
  if (m && m.seconds !== undefined) h.append(make("small", "", `${m.seconds} ${t().sec}`));
  if (m) said.append(make("p", "", text(m.remark)));
  if (m && !m.best) showLine(t().better, at - 1, m.before, said, 12);
  showLine(t().next, at, lines[at], said, 12);
  if (at === positions.length - 1) said.append(make("p", "", text(data.result)));
  const comments = (m ? m.comments : data.comments) ?? [];
  if (comments.length) said.append(make("p", "comment", comments.join("\n")));
  if (shown) { const b = make("button", "", t().back); b.type = "button"; b.onclick = () => { shown = null; draw(); }; said.append(b); }
  for (const li of $("moves").children) {
    const on = +li.dataset.n === at;
    li.classList.toggle("on", on);
    if (on) { li.setAttribute("aria-current", "true"); const o = $("moves"); if (o.scrollHeight > o.clientHeight) o.scrollTop = li.offsetTop - o.clientHeight / 2; } else li.removeAttribute("aria-current");
  }
  const cursor = document.querySelector("#graph .cursor");
  if (cursor) cursor.setAttribute("transform", `translate(${x(at)} 0)`);
  document.querySelector("[data-do=back]").disabled = document.querySelector("[data-do=first]").disabled = !shown && at === 0;
  document.querySelector("[data-do=on]").disabled = document.querySelector("[data-do=last]").disabled = !shown && at === positions.length - 1;
}

function go(n) { shown = null; at = Math.max(0, Math.min(positions.length - 1, n)); draw(); }
const actions = {
  first: () => go(0), last: () => go(positions.length - 1),
  back: () => { if (!shown) return go(at - 1); if (--shown.at === 0) shown = null; draw(); },
  on: () => { if (!shown) return go(at + 1); shown.at = Math.min(shown.at + 1, shown.moves.length); draw(); },
  mistake: () => { const m = data.moves.find((x) => x.number > at && isMistake(x)) ?? data.moves.find(isMistake); if (m) go(m.number); },
  before: () => { const m = data.moves.findLast((x) => x.number < at && isMistake(x)); if (m) go(m.number); },
  flip: () => { flip = !flip; draw(); },
  better: () => { const m = data.moves[at - 1]; if (m && !m.best && m.before.moves) { shown = { from: at - 1, moves: m.before.moves, at: 1 }; draw(); } },
  leave: () => { shown = null; draw(); },
};
for (const b of document.querySelectorAll("#controls button")) b.onclick = () => actions[b.dataset.do]();
document.addEventListener("keydown", (e) => {
  const k = { ArrowLeft: "back", ArrowRight: "on", ArrowDown: "mistake", ArrowUp: "before", Home: "first", End: "last", b: "better", B: "better", f: "flip", F: "flip", Escape: "leave" }[e.key];
  if (!k || e.ctrlKey || e.metaKey || e.altKey) return;
  e.preventDefault();
  actions[k]();
});
let down = null;
$("board").addEventListener("pointerdown", (e) => { down = [e.clientX, e.clientY]; });
$("board").addEventListener("pointerup", (e) => {
  if (!down) return;
  const dx = e.clientX - down[0], dy = e.clientY - down[1];
  down = null;
  if (Math.abs(dx) > 30 && Math.abs(dx) > 2 * Math.abs(dy)) actions[dx < 0 ? "on" : "back"]();
});

// The graph: Black's winning chance from 0 to 100 %, the time used for each move as bars below it.
// It is as wide as its place, so that its words are as large on a narrow screen.
let W = 640;
const H = 180, L = 34, R = 8, T = 8, B = 46, n = positions.length - 1;
const x = (i) => L + ((W - L - R) * i) / Math.max(1, n), y = (c) => T + ((H) * (100 - c)) / 100;
function graph() {
  W = Math.max(280, Math.min(640, $("graph").clientWidth - 10));
  let s = `<svg viewBox="0 0 ${W} ${T + H + B}" role="img" aria-label="${t().chance(side(0))}">`;
  for (const c of [0, 25, 50, 75, 100]) s += `<path class="${c === 50 ? "half" : "grid"}" d="M${L} ${y(c)}H${W - R}"/><text x="${L - 4}" y="${y(c) + 3}" text-anchor="end">${c}%</text>`;
  const step = [5, 10, 20, 50, 100].find((k) => n / k <= W / 50) ?? 200;
  for (let i = 0; i <= n; i += step) s += `<text x="${x(i)}" y="${T + H + B - 2}" text-anchor="middle">${i}</text>`;
  const points = lines.map((l, i) => `${x(i).toFixed(1)} ${y(l.chance).toFixed(1)}`);
  s += `<path class="area" d="M${x(0)} ${y(50)}L${points.join("L")}L${x(n)} ${y(50)}Z"/><path class="curve" d="M${points.join("L")}"/>`;
  const most = Math.max(0, ...data.moves.map((m) => m.seconds ?? 0)), w = Math.max(1, ((W - L - R) / Math.max(1, n)) * 0.8);
  if (most > 0) {
    for (const m of data.moves) if (m.seconds) { const h = (26 * m.seconds) / most; s += `<rect class="time${m.color === "black" ? 0 : 1}" x="${x(m.number) - w / 2}" y="${T + H + 32 - h}" width="${w}" height="${h}"><title>${m.japanese} ${m.seconds} ${t().sec}</title></rect>`; }
    s += `<text x="${L - 4}" y="${T + H + 14}" text-anchor="end">${most}${t().sec}</text>`;
  }
  for (const m of data.moves) if (isMistake(m) || m.mark === "brilliant") s += `<circle class="${m.mark}" cx="${x(m.number)}" cy="${y(m.after.chance)}" r="3.6"><title>${m.number} ${m.japanese}</title></circle>`;
  $("graph").innerHTML = s + `<path class="cursor" d="M0 ${T}V${T + H + 32}"/></svg>`;
  const caption = make("figcaption", "", t().chance(side(0)));
  if (most > 0) for (const c of [0, 1]) { const e = make("span", "", t().time(side(c))), i = make("i"); i.style.background = `var(--time${c})`; e.prepend(i); caption.append(e); }
  $("graph").append(caption);
}
let dragging = false;
const seek = (e) => { const svg = $("graph").querySelector("svg").getBoundingClientRect(); go(Math.round(((((e.clientX - svg.left) / svg.width) * W - L) / (W - L - R)) * n)); };
$("graph").addEventListener("pointerdown", (e) => { dragging = true; $("graph").setPointerCapture(e.pointerId); seek(e); });
$("graph").addEventListener("pointermove", (e) => { if (dragging) seek(e); });
$("graph").addEventListener("pointerup", () => { dragging = false; });
$("graph").addEventListener("pointercancel", () => { dragging = false; });

function list() {
  $("moves").replaceChildren();
  const item = (n, cells, cls) => {
    const li = make("li");
    li.dataset.n = n;
    li.append(make("span", "n", n), make("span", "", cells[0]), make("span", "c", cells[1]), make("span", "mark " + cls, cells[2]));
    $("moves").append(li);
  };
  item(0, [t().start, Math.round(lines[0].chance) + "%", ""], "");
  for (const m of data.moves) {
    const quiet = m.mark === "good" || m.mark === "fair";
    item(m.number, [m.japanese, Math.round(m.after.chance) + "%", (quiet ? "" : t().marks[m.mark]) + (m.loss >= 2 ? ` −${m.loss.toFixed(0)}%` : "")], m.mark);
  }
}
$("moves").addEventListener("click", (e) => { const li = e.target.closest("li"); if (li) go(+li.dataset.n); });

function players() {
  $("players").replaceChildren();
  if (!data.moves.length) return;
  for (const c of [0, 1]) {
    const p = data.players[c], a = make("article"), counts = make("div", "counts");
    a.append(make("h3", "", "☗☖"[c] + " " + names()[c]), make("p", "", text(p.summary)));
    for (const m of ["brilliant", "only", "inaccuracy", "mistake", "blunder"]) if (p.marks?.[m]) counts.append(make("span", "mark " + m, `${t().marks[m]} ${p.marks[m]}`));
    a.append(counts);
    const shapes = language === "ja" ? [p.openingJapanese, ...(p.castlesJapanese ?? [])] : [p.opening, ...(p.castles ?? [])];
    if (shapes.some(Boolean)) a.append(make("p", "", shapes.filter(Boolean).join(language === "ja" ? "、" : ", ")));
    $("players").append(a);
  }
}

function all() {
  document.documentElement.lang = language;
  $("language").textContent = t().other;
  for (const e of document.querySelectorAll("[data-text]")) e.textContent = t()[e.dataset.text];
  const facts = [language === "ja" ? data.handicap : data.handicapEnglish, ...(data.header ?? []).filter((f) => ["棋戦", "開始日時", "対局日", "持ち時間", "場所"].includes(f.Key)).map((f) => f.Value), text(data.result)];
  $("about").textContent = facts.filter(Boolean).join("　");
  const scale = data.scale > 600 && t().scale(data.scale);
  $("settings").textContent = [data.engine, data.settings, scale, t().keys].filter(Boolean).join(" · ");
  graph();
  list();
  players();
  draw();
}
$("language").onclick = () => { language = language === "ja" ? "en" : "ja"; all(); };
addEventListener("resize", () => { graph(); draw(); });
const hash = location.hash.match(/^#(\d+)$/);
if (hash) at = Math.min(n, +hash[1]);
all();
