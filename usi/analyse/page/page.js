const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const moves = (n) => `${n} move${n === 1 ? "" : "s"}`;
const minus = (loss) => (loss === "0.0%" ? "" : ` (−${loss})`);
const words = {
  ja: { position: "局面", mistake: "次の悪手", flip: "反転", start: "開始局面", better: "最善", next: "この後", variation: "変化", back: "本譜に戻る", leave: "局面に戻る", black: "先手", white: "後手", mate: (w, n) => `${w}の勝ち・${n}手詰`, declare: (w, n) => (n ? `${w}の勝ち・${n}手で宣言` : `${w}は宣言すれば勝ち`), try: (w, n) => `${w}の勝ち・${n}手でトライ`, over: (w) => `${w}の勝ち`,
    chance: (w) => `${w}の勝率`, time: (w) => `${w}の消費時間`, other: "English", scale: (n) => `駒落ちの勝率は評価値${n}で73%`, walk: "← → で一手ずつ、Home で局面に戻る、F で反転。盤を左右にスワイプしても動きます。", keys: "← → で一手ずつ、↑ ↓ で悪手へ、Home End、B で最善手順、F で反転。盤を左右にスワイプしても動きます。復習では ↑ ↓ で前後の問題へ、Tab で指し手の一覧へ。", sec: "秒",
    practise: (n) => `悪手を考え直す（${n}問）`, task: (i, n) => `復習 ${i}/${n}`, find: (m) => `${m.number}手目 ${m.japanese} で勝率が${percent(m.loss)}下がりました。もっとよい手は？ 駒、移動先の順に選んでください。`,
    best: "最善手です。", first: "最善手", right: "正解、最善手です。", fine: (l) => `正解、最善手とほぼ同じです${minus(l)}。`, fair: (l) => `まずまずの手です（−${l}）。`, bad: (l) => `よい手ではありません（−${l}）。`, same: (l) => `実戦の手です（−${l}）。`, mated: (l) => `勝勢のままですが、詰みがありました（−${l}）。`, worse: (n, l) => `比べた${n}手にない手で、${l}以上の損です。`, unknown: (n) => `比べた${n}手にない手で、よしあしは調べていません。`,
    promote: "成", stay: "不成", choose: "指し手を選ぶ", play: "指す", again: "もう一度", answer: "正解を見る", onward: "次へ", stop: "終わる", finished: (n, m) => `${n}問中${m}問、最初の手で正解しました。`,
    marks: { best: "最善", brilliant: "妙手", only: "唯一の手", forced: "一手のみ", good: "ほぼ最善", fair: "やや損", inaccuracy: "緩手", mistake: "疑問手", blunder: "悪手" } },
  en: { position: "Position", mistake: "Next mistake", flip: "Flip", start: "Start position", better: "Better", next: "Expected", variation: "Variation", back: "Back to the game", leave: "Back to the position", black: "Black", white: "White", mate: (w, n) => `${w} mates in ${moves(n)}`, declare: (w, n) => (n ? `${w} wins by declaration after ${moves(n)}` : `${w} can declare the win`), try: (w, n) => `${w} wins by try after ${moves(n)}`, over: (w) => `${w} wins`,
    chance: (w) => `${w}'s winning chance`, time: (w) => `${w}'s time`, other: "日本語", scale: (n) => `in this handicap a score of ${n} is a chance of 73%`, walk: "← → move by move, Home for the position, F to flip. Or swipe over the board.", keys: "← → move by move, ↑ ↓ to mistakes, Home End, B for the better line, F to flip. Or swipe over the board. In practice ↑ ↓ to other mistakes, Tab to a list of moves.", sec: "s",
    practise: (n) => `Practise the mistakes (${n})`, task: (i, n) => `Practice ${i} of ${n}`, find: (m) => `Move ${m.number}, ${m.japanese}, lost ${percent(m.loss)}. Find a better one: choose a piece, then where it goes.`,
    best: "That is the best move.", first: "Best", right: "Right, the best move.", fine: (l) => `Right, as good as the best move${minus(l)}.`, fair: (l) => `Good enough (−${l}).`, bad: (l) => `Not a good move (−${l}).`, same: (l) => `That is the move played (−${l}).`, mated: (l) => `Still winning, but there was a mate (−${l}).`, worse: (n, l) => `Not among the ${n} moves that were compared (−${l} or more).`, unknown: (n) => `Not among the ${n} moves that were compared, so nothing is known of it.`,
    promote: "Promote", stay: "Don't promote", choose: "Choose a move", play: "Play", again: "Try again", answer: "Show the answer", onward: "Next", stop: "Stop", finished: (n, m) => `${m} of ${n} right at the first try.`,
    marks: { best: "best", brilliant: "brilliant", only: "only move", forced: "forced", good: "good", fair: "slightly worse", inaccuracy: "inaccuracy", mistake: "mistake", blunder: "blunder" } },
};
let language = (navigator.language || "ja").startsWith("ja") ? "ja" : "en", flip = false;
const t = () => words[language];
const handicap = data.handicap && data.handicap !== "平手" && data.handicap !== "5五将棋";
const side = (c) => (language === "ja" && handicap ? ["下手", "上手"] : [t().black, t().white])[c];
const text = (r) => (language === "ja" ? r.ja : r.en);
const percent = (x) => `${x < 10 ? x.toFixed(1) : Math.round(x)}%`;
const make = (tag, cls, content) => { const e = document.createElement(tag); if (cls) e.className = cls; if (content !== undefined) e.textContent = content; return e; };

const rows = data.sfen.split(" ")[0].split("/").length;
const positions = [Shogi.parse(data.sfen, rows, rows)];
for (const m of data.moves) positions.push(Shogi.play(positions[positions.length - 1], m.usi));
const lines = [data.start, ...data.moves.map((m) => m.after)]; // what is expected in each position
const several = data.lines?.length > 1; // lines of a single position
const best = several ? data.lines[0] : data.start;
const alone = data.moves.length === 0 && best.moves ? best : null; // without moves ▶ goes into the best line
const isMistake = (m) => m.mark === "inaccuracy" || m.mark === "mistake" || m.mark === "blunder";
const names = () => [0, 1].map((c) => side(c) + (data.names[c] ? " " + data.names[c] : ""));

let at = 0; // moves played
let shown = null; // a line beside the game: {from, moves, japanese, at}
// Mistakes to think about again: {moves, at, picked (a piece), promotes (a move), answer (a move), told (it), tried (which), right, flip (before)}.
let practice = null;

function score(l) {
  if (l.mate) return t().mate(side(l.mate > 0 ? 0 : 1), Math.abs(l.mate));
  if (l.entering) {
    const w = side(l.entering > 0 ? 0 : 1), n = Math.abs(l.entering); // a declaration is counted as a move
    return data.rule === "TryRule" ? t().try(w, n) : t().declare(w, n - 1);
  }
  if (Math.abs(l.cp) >= 30000) return t().over(side(l.cp > 0 ? 0 : 1));
  return `${l.cp > 0 ? "+" : ""}${l.cp} (${Math.round(l.chance)}%)`;
}

function button(name, act, cls) { const b = make("button", cls, name); b.type = "button"; b.onclick = act; return b; }

function showLine(label, from, l, scored = true) {
  if (!l.japanese) return;
  const p = make("p", "line");
  p.append(make("b", "", label + " " + (scored ? score(l) + " " : "")));
  l.japanese.forEach((name, i) => {
    const on = shown && shown.from === from && shown.moves === l.moves && shown.at === i + 1;
    p.append(button(name, () => { shown = { from, moves: l.moves, at: i + 1 }; draw(); }, on ? "on" : ""));
  });
  $("said").append(p);
}

function position() {
  if (!shown) return practice?.answer ? Shogi.play(positions[at], practice.answer) : positions[at];
  let p = positions[shown.from];
  for (const m of shown.moves.slice(0, shown.at)) p = Shogi.play(p, m);
  return p;
}

function draw() {
  Shogi.draw($("board"), position(), { names: names(), flip, picked: practice?.picked, targets: targets() });
  $("bar").firstElementChild.style.width = lines[at].chance + "%";
  const said = $("said"), h = make("h2"), held = said.contains(document.activeElement) && byKeys();
  said.replaceChildren(h);
  if (practice) drawTask(h, said);
  else drawMove(h, said);
  if (held) hold();
  for (const li of $("moves").children) {
    const on = +li.dataset.n === at;
    li.classList.toggle("on", on);
    if (on) { li.setAttribute("aria-current", "true"); const o = $("moves"); if (o.scrollHeight > o.clientHeight) o.scrollTop = li.offsetTop - o.clientHeight / 2; } else li.removeAttribute("aria-current");
  }
  const cursor = document.querySelector("#graph .cursor");
  if (cursor) cursor.setAttribute("transform", `translate(${x(at)} 0)`);
  document.querySelector("[data-do=back]").disabled = !shown && (practice || at === 0);
  document.querySelector("[data-do=first]").disabled = !shown && at === 0;
  document.querySelector("[data-do=on]").disabled = !shown && !alone && (practice || at === positions.length - 1);
  document.querySelector("[data-do=last]").disabled = !shown && at === positions.length - 1;
  document.querySelector("[data-do=mistake]").disabled = !practice && !data.moves.some(isMistake);
}

// Who uses the keyboard keeps a place in what is said, which is new each time: hold moves the focus to what is wanted next.
const byKeys = () => Boolean(document.activeElement?.matches(":focus-visible"));
const hold = () => ($("said").querySelector("select, .line .on, .onward") ?? $("said").querySelector("button"))?.focus({ preventScroll: true });

// What the record says below a move, or in a variation beside it.
const comments = (i) => [(i ? data.moves[i - 1].comments : data.comments) ?? [], (i === n && data.endComments) || []].filter((c) => c.length).map((c) => c.join("\n"));
const variations = (i) => (data.variations ?? []).filter((v) => v.number === i || (i === n && v.number > n));
const inVariation = (v) => Object.entries(v.comments ?? {}).map(([k, c]) => [v.japanese[k - 1], c.join("\n")].filter(Boolean).join(" "));

function drawMove(h, said) {
  const m = data.moves[at - 1];
  h.append(make("span", "", m ? `${m.number}. ${m.japanese}` : data.title ? t().start : t().position));
  if (m) h.append(make("span", "mark " + m.mark, t().marks[m.mark] + (m.loss >= 0.5 ? ` −${m.loss.toFixed(m.loss < 10 ? 1 : 0)}%` : "")));
  h.append(make("span", "", score(lines[at])));
  if (m && m.seconds !== undefined) h.append(make("small", "", `${m.seconds} ${t().sec}`));
  if (m) said.append(make("p", "", text(m.remark)));
  if (m && !m.best) showLine(t().better, at - 1, m.before);
  if (several) data.lines.forEach((l, i) => showLine(`${i + 1}.`, at, l));
  else showLine(t().next, at, lines[at]);
  if (at === n) said.append(make("p", "", text(data.result)));
  for (const c of comments(at)) said.append(make("p", "comment", c));
  for (const v of variations(at)) {
    showLine(t().variation, v.number - 1, v, false);
    for (const c of inVariation(v)) said.append(make("p", "comment", c));
  }
  if (shown) said.append(button(n ? t().back : t().leave, () => { shown = null; draw(); }));
}

function go(n) { shown = null; leave(); at = Math.max(0, Math.min(positions.length - 1, n)); draw(); }
const actions = {
  first: () => go(0), last: () => go(positions.length - 1),
  back: () => { if (!shown) return go(at - 1); if (--shown.at === 0) shown = null; draw(); },
  on: () => { if (!shown && alone) shown = { from: 0, moves: alone.moves, at: 0 }; if (!shown) return go(at + 1); shown.at = Math.min(shown.at + 1, shown.moves.length); draw(); },
  mistake: () => { const m = data.moves.find((x) => x.number > at && isMistake(x)) ?? data.moves.find(isMistake); if (m) go(m.number); },
  before: () => { const m = data.moves.findLast((x) => x.number < at && isMistake(x)); if (m) go(m.number); },
  flip: () => { flip = !flip; draw(); },
  better: () => { const m = data.moves[at - 1]; if (m && !m.best && m.before.moves) { shown = { from: at - 1, moves: m.before.moves, at: 1 }; draw(); } },
  leave: () => { if (!shown) leave(); shown = null; draw(); },
};
// act does what a key or a button asks for. Nothing gives the answer away where a mistake is thought about.
function act(name) {
  if (practice && name === "mistake") return ask(Math.min(practice.at + 1, practice.moves.length));
  if (practice && name === "before") return ask(Math.max(practice.at - 1, 0));
  if (practice && (name === "better" || (!shown && (name === "on" || name === "back")))) return;
  actions[name]();
}
for (const b of document.querySelectorAll("#controls button")) b.onclick = () => act(b.dataset.do);
document.addEventListener("keydown", (e) => {
  const k = { ArrowLeft: "back", ArrowRight: "on", ArrowDown: "mistake", ArrowUp: "before", Home: "first", End: "last", b: "better", B: "better", f: "flip", F: "flip", Escape: "leave" }[e.key];
  if (!k || e.ctrlKey || e.metaKey || e.altKey || e.target.tagName === "SELECT") return;
  e.preventDefault();
  act(k);
});
let down = null;
$("board").addEventListener("pointerdown", (e) => { down = [e.clientX, e.clientY]; });
$("board").addEventListener("pointerup", (e) => {
  if (!down) return;
  const dx = e.clientX - down[0], dy = e.clientY - down[1];
  down = null;
  if (Math.abs(dx) > 30 && Math.abs(dx) > 2 * Math.abs(dy)) act(dx < 0 ? "on" : "back");
});

// Practice: the position before a mistake is shown, and the reader plays a better move on the board.
const tasks = (c) => data.moves.filter((m) => m.choices && m.color === ["black", "white"][c]);
function practise(c) {
  practice = { moves: tasks(c), tried: new Set(), right: 0, flip: practice?.flip ?? flip };
  flip = c === 1;
  ask(0);
}
function ask(i) {
  practice = { ...practice, at: i };
  at = (practice.moves[i] ?? practice.moves[i - 1]).number - 1;
  again();
}
function again() {
  shown = null;
  practice = { ...practice, picked: null, promotes: null, answer: null, told: false };
  draw();
  if (practice.moves[practice.at]) see("said", "board"); else see("board", "said");
}
// see brings both onto the screen, or, if there is no room, the second.
const see = (...ids) => ids.forEach((id) => $(id).scrollIntoView({ block: "nearest" }));
function leave() { if (practice) flip = practice.flip; practice = null; }
const targets = () => (practice?.promotes ? [practice.promotes.slice(2)] : practice?.picked ? [...new Set(data.legal[at + 1].filter((m) => m.startsWith(practice.picked)).map((m) => m.slice(2, 4)))] : []);

function answer(move, told = false) {
  const m = practice.moves[practice.at], c = m.choices.find((x) => x.moves[0] === move);
  if (!practice.tried.has(m) && !told && c && c.loss < 5) practice.right++;
  if (c || least(m) >= 5) practice.tried.add(m); // a move of which nothing is known is no try
  practice = { ...practice, picked: null, promotes: null, answer: move, told };
  draw();
  see("board", "said");
}

$("board").addEventListener("click", (e) => {
  const m = practice?.moves[practice.at];
  if (!m || practice.answer || shown) return;
  if (practice.promotes) { practice.promotes = null; return draw(); } // the question is taken back
  const legal = data.legal[m.number], s = Shogi.clicked($("board"), e, positions[at], flip);
  const found = legal.filter((x) => x.startsWith(practice.picked) && x.slice(2, 4) === s);
  if (found.length === 1) return answer(found[0]);
  if (found.length === 2) practice.promotes = found[0].slice(0, 4);
  else practice.picked = s !== practice.picked && legal.some((x) => x.startsWith(s)) ? s : null;
  draw();
});

// least is what moves lose that are not among those compared: as much as the worst of these but the move played.
const least = (m) => m.choices.findLast((c) => c.moves[0] !== m.usi)?.loss ?? 0;
function verdict(m, move) {
  const c = m.choices.find((x) => x.moves[0] === move), n = m.choices.length;
  if (!c) return least(m) >= 5 ? t().worse(n, percent(least(m))) : t().unknown(n);
  if (move === m.usi) return t().same(percent(c.loss));
  if (c === m.choices[0]) return t().right;
  if (m.choices[0].mate && !c.mate && c.loss < 5) return t().mated(percent(c.loss));
  return (c.loss < 2 ? t().fine : c.loss < 5 ? t().fair : t().bad)(percent(c.loss));
}

// moveList is for those who have no pointer, and seen only by the keyboard: the moves begin with their USI names, which can be typed.
function moveList(legal) {
  const p = make("p", "keys"), list = make("select"), play = () => { if (list.value) answer(list.value); };
  list.append(new Option(t().choose, ""), ...[...legal].sort().map((m) => new Option(m + " " + Shogi.notation(positions[at], m), m)));
  list.setAttribute("aria-label", t().choose);
  list.onkeydown = (e) => { if (e.key === "Enter") { e.preventDefault(); play(); } }; // or it would press the button that comes next
  p.append(list, button(t().play, play));
  return p;
}

function drawTask(h, said) {
  const p = practice, m = p.moves[p.at], n = p.moves.length, buttons = make("p", "buttons");
  h.append(make("span", "", t().task(Math.min(p.at + 1, n), n)));
  if (!m) {
    said.append(make("p", "", t().finished(n, p.right)));
  } else if (p.answer) {
    const c = m.choices.find((x) => x.moves[0] === p.answer);
    said.append(make("p", "", Shogi.notation(positions[at], p.answer) + " " + (p.told ? t().best : verdict(m, p.answer))));
    // The scores of the moves compared are of a search of their own: the loss is what they are worth beside the best one.
    if (c) showLine(t().next, at, c, c === m.choices[0] || c.moves[0] === m.usi || Math.abs(c.cp) >= 30000);
    if (c !== m.choices[0] && c?.loss < 5) showLine(t().first, at, m.choices[0]);
    buttons.append(button(t().again, again));
  } else {
    said.append(make("p", "", t().find(m)));
  }
  if (p.promotes) buttons.append(button(t().promote, () => answer(p.promotes + "+")), button(t().stay, () => answer(p.promotes)));
  if (m && !p.answer) said.append(moveList(data.legal[m.number]));
  if (m && !p.answer) buttons.append(button(t().answer, () => answer(m.choices[0].moves[0], true)));
  if (m) buttons.append(button(t().onward, () => ask(p.at + 1), "onward"));
  buttons.append(button(t().stop, () => { leave(); draw(); }));
  said.append(buttons);
}

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

// The list of the moves. On paper, where nothing can be played through, it has the remarks and comments too.
function list() {
  $("moves").replaceChildren();
  const item = (n, cells, cls, ...said) => {
    const li = make("li");
    li.dataset.n = n;
    li.append(make("span", "n", n), make("span", "", cells[0]), make("span", "c", cells[1]), make("span", "mark " + cls, cells[2]));
    const notes = [...said, ...comments(n), ...variations(n).flatMap((v) => [`${t().variation} ${v.japanese.join("")}`, ...inVariation(v)])];
    if (notes.length) li.append(make("div", "printed", notes.join("\n")));
    $("moves").append(li);
  };
  item(0, [t().start, Math.round(lines[0].chance) + "%", ""], "");
  for (const m of data.moves) {
    const quiet = m.mark === "good" || m.mark === "fair";
    item(m.number, [m.japanese, Math.round(m.after.chance) + "%", (quiet ? "" : t().marks[m.mark]) + (m.loss >= 2 ? ` −${m.loss.toFixed(0)}%` : "")], m.mark, ...(isMistake(m) || m.mark === "brilliant" ? [text(m.remark)] : []));
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
    const n = tasks(c).length;
    if (n) a.append(button(t().practise(n), () => { practise(c); if (byKeys()) hold(); }));
    const shapes = language === "ja" ? [p.openingJapanese, ...(p.castlesJapanese ?? [])] : [p.opening, ...(p.castles ?? [])];
    if (shapes.some(Boolean)) a.append(make("p", "", shapes.filter(Boolean).join(language === "ja" ? "、" : ", ")));
    $("players").append(a);
  }
}

function all() {
  document.documentElement.lang = language;
  $("language").textContent = t().other;
  for (const e of document.querySelectorAll("[data-text]")) e.textContent = t()[e.dataset.text];
  const facts = [language === "ja" ? data.handicap : data.handicapEnglish, ...(data.header ?? []).filter((f) => ["棋戦", "開始日時", "対局日", "持ち時間", "場所"].includes(f.Key)).map((f) => f.Value), data.title && text(data.result)];
  $("about").textContent = facts.filter(Boolean).join("　");
  const scale = data.scale > 600 && t().scale(data.scale);
  $("settings").textContent = [data.engine, language === "ja" ? data.settingsJapanese : data.settings, scale, n ? t().keys : t().walk].filter(Boolean).join(" · ");
  for (const e of document.querySelectorAll("#graph, #moves, [data-do=mistake]")) e.hidden = n === 0;
  graph();
  list();
  players();
  draw();
}
$("language").onclick = () => { language = language === "ja" ? "en" : "ja"; all(); };
addEventListener("resize", () => { graph(); draw(); });
if (n === 0) $("graph").before($("said")); // in the place of graph and moves
const hash = location.hash.match(/^#(\d+)$/);
if (hash) at = Math.min(n, +hash[1]);
all();
const practised = location.hash.match(/^#practise([01])$/);
if (practised && tasks(+practised[1]).length) practise(+practised[1]);
