"use strict";
// Shogi.parse(sfen, files, ranks) is a position; Shogi.play(position, usi) the position after a move;
// Shogi.notation(position, usi) its name, such as ▲７六歩(77); Shogi.draw(element, position, {names, flip, letters, picked,
// targets}) draws it with coordinates, hands and the last move, with letters for the pieces where that is wanted or no font
// has kanji; picked is a piece (see below) and targets are squares that are marked. Shogi.clicked(element, event, position,
// flip) is what was clicked there: a square such as 7g, a piece in hand of the side to move such as P*, or null. A position
// is {board: {"7g": ["p", 0]}, hand: [{p: 1}, {}], side, from, to, files, ranks}; 0 is Black.
const Shogi = (() => {
  const ranks = "abcdefghi", order = ["r", "b", "g", "s", "n", "l", "p"];
  const kanji = { p: "歩", l: "香", n: "桂", s: "銀", g: "金", b: "角", r: "飛", k: "玉", "+p": "と", "+l": "杏", "+n": "圭", "+s": "全", "+b": "馬", "+r": "龍" };
  const words = { ...kanji, "+l": "成香", "+n": "成桂", "+s": "成銀" };
  const wide = "０１２３４５６７８９", rankNames = "一二三四五六七八九";
  function parse(sfen, files, rows) {
    const [text, side, hands] = sfen.split(" "), board = {}, hand = [{}, {}];
    text.split("/").forEach((row, r) => {
      let file = files, plus = "";
      for (const c of row) {
        if (c >= "1" && c <= "9") file -= +c;
        else if (c === "+") plus = "+";
        else { board[file + ranks[r]] = [plus + c.toLowerCase(), c === c.toLowerCase() ? 1 : 0]; plus = ""; file--; }
      }
    });
    for (const [, n, c] of (hands || "-").matchAll(/(\d*)([a-zA-Z])/g)) hand[c === c.toLowerCase() ? 1 : 0][c.toLowerCase()] = +(n || 1);
    return { board, hand, side: side === "w" ? 1 : 0, from: null, to: null, files, ranks: rows };
  }
  function play(p, m) {
    const q = { ...p, board: { ...p.board }, hand: [{ ...p.hand[0] }, { ...p.hand[1] }], side: 1 - p.side, to: m.slice(2, 4), from: null };
    if (m[1] === "*") { const k = m[0].toLowerCase(); q.hand[p.side][k]--; q.board[q.to] = [k, p.side]; return q; }
    q.from = m.slice(0, 2);
    const [kind] = q.board[q.from], taken = q.board[q.to];
    if (taken) { const k = taken[0].replace("+", ""); q.hand[p.side][k] = (q.hand[p.side][k] || 0) + 1; }
    delete q.board[q.from];
    q.board[q.to] = [m[4] === "+" ? "+" + kind : kind, p.side];
    return q;
  }
  const square = (s) => wide[+s[0]] + rankNames[ranks.indexOf(s[1])];
  function notation(p, m) {
    const to = m.slice(2, 4), place = to === p.to ? "同　" : square(to), sign = "▲△"[p.side];
    if (m[1] === "*") return sign + place + words[m[0].toLowerCase()] + "打";
    const from = m.slice(0, 2);
    return sign + place + words[p.board[from][0]] + (m[4] === "+" ? "成" : "") + "(" + from[0] + (ranks.indexOf(from[1]) + 1) + ")";
  }
  // A system without a Japanese font draws the same box for every character: letters serve there.
  let known = null;
  function hasKanji() {
    if (known !== null) return known;
    const ink = (c) => { const k = document.createElement("canvas").getContext("2d"); k.font = "20px serif"; k.fillText(c, 5, 25); return k.getImageData(0, 0, 40, 40).data.join(); };
    return (known = ink("歩") !== ink("香"));
  }
  const name = (k, letters) => (letters ? k.toUpperCase() : kanji[k]);
  const W = 40, H = 43;
  function piece(k, turned, x, y, letters) {
    const t = `translate(${x + W / 2} ${y + H / 2})${turned ? " rotate(180)" : ""}`;
    return `<g transform="${t}"><path class="body" d="M0 -19 L12 -14 L16 18 L-16 18 L-12 -14 Z"/><text class="name ${k[0] === "+" ? "promoted" : ""}" y="2">${name(k, letters)}</text></g>`;
  }
  const margin = [3, 18, 21]; // of the board: at its left, above it, and both sides together
  function draw(element, p, { names, flip = false, letters = !hasKanji(), picked = null, targets = [] }) {
    const w = p.files * W, h = p.ranks * H;
    const x = (f) => (flip ? f - 1 : p.files - f) * W, y = (r) => (flip ? p.ranks - 1 - r : r) * H;
    let svg = `<svg viewBox="${-margin[0]} ${-margin[1]} ${w + margin[2]} ${h + margin[2]}" role="img" aria-label="${label(p)}"><rect class="frame" width="${w}" height="${h}"/>`;
    for (const [s, c] of [[p.from, "from"], [p.to, "to"], [picked, "picked"]]) if (s && s[1] !== "*") svg += `<rect class="${c}" x="${x(+s[0])}" y="${y(ranks.indexOf(s[1]))}" width="${W}" height="${H}"/>`;
    for (let i = 1; i < p.files; i++) svg += `<path class="rule" d="M${i * W} 0V${h}"/>`;
    for (let i = 1; i < p.ranks; i++) svg += `<path class="rule" d="M0 ${i * H}H${w}"/>`;
    if (p.files === 9) for (const i of [3, 6]) for (const j of [3, 6]) svg += `<circle class="star" cx="${i * W}" cy="${j * H}" r="2.4"/>`;
    for (let f = 1; f <= p.files; f++) svg += `<text class="coordinate" x="${x(f) + W / 2}" y="-9">${letters ? f : wide[f]}</text>`;
    for (let r = 0; r < p.ranks; r++) svg += `<text class="coordinate" x="${w + 9}" y="${y(r) + H / 2}">${letters ? ranks[r] : rankNames[r]}</text>`;
    for (const [s, [k, c]] of Object.entries(p.board)) svg += piece(k, (c === 1) !== flip, x(+s[0]), y(ranks.indexOf(s[1])), letters);
    for (const s of targets) svg += `<circle class="target" cx="${x(+s[0]) + W / 2}" cy="${y(ranks.indexOf(s[1])) + H / 2}" r="6"/>`;
    svg += "</svg>";
    const hands = [0, 1].map((c) => {
      const d = document.createElement("div");
      d.className = "hand " + ((c === 1) !== flip ? "white" : "black");
      const who = document.createElement("span");
      who.className = "player" + (p.side === c ? " turn" : "");
      who.textContent = "☗☖"[c] + " " + names[c];
      d.append(who);
      for (const k of order) if (p.hand[c][k] > 0) d.insertAdjacentHTML("beforeend", `<span class="piece${p.side === c && picked === k.toUpperCase() + "*" ? " picked" : ""}" data-piece="${k.toUpperCase()}*" data-side="${c}"><svg viewBox="1 0 ${W - 2} ${H}">${piece(k, false, 0, 0, letters)}</svg>${p.hand[c][k] > 1 ? `<small>${p.hand[c][k]}</small>` : ""}</span>`);
      return d;
    });
    element.classList.add("shogi");
    element.replaceChildren(hands[flip ? 0 : 1]);
    element.insertAdjacentHTML("beforeend", svg);
    element.append(hands[flip ? 1 : 0]);
  }
  function clicked(element, e, p, flip = false) {
    const piece = e.target.closest(".piece");
    if (piece) return +piece.dataset.side === p.side ? piece.dataset.piece : null;
    const svg = element.querySelector(":scope > svg"), box = svg.getBoundingClientRect(), unit = (p.files * W + margin[2]) / box.width;
    const i = Math.floor(((e.clientX - box.left) * unit - margin[0]) / W), j = Math.floor(((e.clientY - box.top) * unit - margin[1]) / H);
    if (i < 0 || j < 0 || i >= p.files || j >= p.ranks) return null;
    return (flip ? i + 1 : p.files - i) + ranks[flip ? p.ranks - 1 - j : j];
  }
  // The position in words, for those who listen to the page.
  function label(p) {
    const list = [[], []];
    for (const [s, [k, c]] of Object.entries(p.board)) list[c].push(square(s) + words[k]);
    return list.map((l, c) => "☗☖"[c] + " " + l.join(" ")).join(", ");
  }
  return { parse, play, notation, draw, clicked, hasKanji };
})();
