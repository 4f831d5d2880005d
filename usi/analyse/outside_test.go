package analyse

import (
	"encoding/json"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position/record"
)

// TestShogiHomeReadsTheResults: for ShogiHome's record library an annotated record is the record that it was, with a score
// below every move of the main line. Skipped without node and the npm package; position/record says how to have it.
func TestShogiHomeReadsTheResults(t *testing.T) {
	folder := os.Getenv("KATACHI_TSSHOGI")
	node, err := exec.LookPath("node")
	if folder == "" || err != nil {
		t.Skip("no node, or KATACHI_TSSHOGI names no folder with the npm package tsshogi")
	}
	dir := t.TempDir()
	names := []string{"class.kif", "class_bom.kifu", "class_euc.kif", "six_pieces.ki2", "six_pieces_euc.KI2", "quick.kifu", "floodgate.csa", "even.kifu",
		"even.csa", "handicap.kifu", "problem.kifu"}
	args := []string{"-nodes", "200", "-o", filepath.Join(dir, "out")}
	script := fmt.Sprintf("const t = require(%q), fs = require('fs');\n", filepath.Join(folder, "node_modules", "tsshogi", "dist", "cjs", "index.cjs"))
	script += `
		const how = { kif: t.importKIF, kifu: t.importKIF, ki2: t.importKI2, csa: t.importCSA };
		const own = (c) => c.comment.includes("#変化=");
		const people = (c) => c.split("\n").filter((l) => l && !l.startsWith("#")).join("\n");
		const tree = (n) => { const list = []; for (let c = n.next; c; c = c.branch) if (!own(c)) list.push([c.displayText, people(c.comment), c.elapsedMs, c.bookmark, tree(c)]); return list; };
		const read = (f) => { const r = how[f.split(".").pop().toLowerCase()](fs.readFileSync(f, "utf8")); if (r instanceof Error) throw r; return r; };
		console.log(JSON.stringify(process.argv.slice(1).map((f) => {
			const [before, after] = f.split("|").map(read);
			let scores = 0, moves = 0, cut = [];
			for (let n = after.first.next; n && n.move.usi; n = n.next) { moves++; if (/^#評価値=-?\d+$/m.test(n.comment)) scores++; }
			for (let k = 0; k <= moves; k++) {
				after.goto(k);
				const line = after.current.comment.match(/^#読み筋=(.*)$/m)?.[1] ?? "";
				if (t.parsePV(after.position, line).length != line.split(/[▲△]/).length - 1) cut.push(line);
			}
			return { before: [before.initialPosition.sfen, tree(before.first)], after: [after.initialPosition.sfen, tree(after.first)], moves, scores, cut };
		})));`
	run0 := []string{"-e", script}
	for i, name := range names {
		data, err := os.ReadFile("../../testdata/records/" + name)
		require.NoError(t, err)
		text, _ := record.Decode(data)
		path := filepath.Join(dir, fmt.Sprintf("%02d%s", i, strings.ToLower(filepath.Ext(name))))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		args = append(args, path)
		ending := ".kifu"
		if filepath.Ext(name) == ".csa" {
			ending = ".csa"
		}
		run0 = append(run0, path+"|"+filepath.Join(dir, "out", fmt.Sprintf("%02d%s", i, ending)))
	}
	succeed(t, args...)
	cmd := exec.Command(node, run0...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	require.NoError(t, err)
	var read []struct {
		Before, After any
		Moves, Scores int
		Cut           []string // lines that are not read to their end
	}
	require.NoError(t, json.Unmarshal(out, &read))
	for i, name := range names {
		require.Equal(t, read[i].Before, read[i].After, name)
		require.Equal(t, read[i].Moves, read[i].Scores, name)
		require.Positive(t, read[i].Moves, name)
		require.Empty(t, read[i].Cut, name)
	}
}

// inBrowser returns a function that opens a page in headless Chromium, in a window of that width or wider, and returns
// its document. The test is skipped where there is none.
func inBrowser(t *testing.T) func(width, address string) []byte {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if browser, err := exec.LookPath(name); err == nil {
			profile := t.TempDir()
			return func(width, address string) []byte {
				dom, err := exec.Command(browser, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+profile,
					"--window-size="+width+",800", "--dump-dom", "file://"+address).Output()
				require.NoError(t, err)
				return dom
			}
		}
	}
	t.Skip("no Chromium")
	return nil
}

// TestOnAPhone: nothing on the pages is wider than a narrow screen, not even within a box of its own. The pages are in
// frames, since Chromium's windows are not as narrow.
func TestOnAPhone(t *testing.T) {
	open := inBrowser(t)
	dir := t.TempDir()
	const end = "   3 ６八銀(79)\n   4 ８八角成(22)\n   5 投了\n変化：3手\n   3 ２六歩(27)\n*a_comment_without_a_place_to_break_it_anywhere\n"
	for name, day := range map[string]string{"a": "1", "b": "2"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name+".kif"), []byte("開始日時：2024/05/0"+day+" 10:00:00\n手合割：平手\n先手：とても長い名前の将棋教室の先生\n"+
			"後手：a_name_without_a_place_to_break_it\n   1 ７六歩(77)\n   2 ３四歩(33)\n"+end), 0o644))
	}
	succeed(t, "-nodes", "1000", "-threads", "1", "-o", dir, dir)
	page := `<meta charset="utf-8"><script>
		function look(frame) {
			const d = frame.contentDocument, wide = [];
			d.querySelector("#moves li[data-n='3']")?.click();
			for (const language of ["one", "other"]) {
				d.getElementById("language").click();
				for (const e of d.querySelectorAll("html, body, div, section, table, p")) if (e.scrollWidth > e.clientWidth) wide.push(e.tagName + e.id);
			}
			document.body.append("wider than " + [frame.width, ...wide] + ".");
		}</script>`
	for _, name := range []string{"all_games.html", "a_analysed.html"} {
		for _, width := range []string{"345", "800"} { // 360 less a bar to scroll by
			page += `<iframe width="` + width + `" height="800" onload="look(this)" srcdoc="` + html.EscapeString(read(t, filepath.Join(dir, name))) + `"></iframe>`
		}
	}
	path := filepath.Join(dir, "frames.html")
	require.NoError(t, os.WriteFile(path, []byte(page), 0o644))
	require.ElementsMatch(t, []string{"wider than 345.", "wider than 345.", "wider than 800.", "wider than 800."}, regexp.MustCompile(`wider than \d.*?\.`).FindAllString(string(open("1200", path)), -1))
}

// TestPageInABrowser uses the page as a reader does, in headless Chromium.
func TestPageInABrowser(t *testing.T) {
	open := inBrowser(t)
	dir := t.TempDir()
	in := filepath.Join(dir, "game.kif")
	require.NoError(t, os.WriteFile(in, []byte("手合割：平手\n先手：</script><b>x\n後手：B\n   1 ７六歩(77)   ( 0:06/00:00:06)\n*</script><b>y\n   2 ３四歩(33)   ( 0:12/00:00:12)\n"+
		"   3 ５八金(49)   ( 0:02/00:00:08)\n   4 ８八角成(22) ( 0:09/00:00:21)\n   5 ９六歩(97)   ( 0:01/00:00:09)\n   6 投了\n*</script><b>z\n"+
		"変化：3手\n   3 ５八金(49)\n   4 ４四歩(43)\n*穏やか\n変化：3手\n   3 ２六歩(27)\n*</script><b>v\n"), 0o644))
	succeed(t, "-nodes", "2000", "-threads", "1", "-html", "-o", dir, in)
	page := read(t, filepath.Join(dir, "game_analysed.html"))
	require.NotRegexp(t, `(?:src|href)=`, page, "the page needs nothing else")
	page = strings.Replace(page, "<head>", `<head><script>window.faults = []; window.onerror = (m) => { faults.push(m); };</script>`, 1)
	page += `<script>
		const out = { faults };
		const key = (k) => document.dispatchEvent(new KeyboardEvent("keydown", { key: k }));
		const on = () => +document.querySelector("#moves li.on").dataset.n;
		const pieces = () => document.querySelectorAll("#board > svg .body").length;
		out.moves = document.querySelectorAll("#moves li").length;
		out.start = [on(), pieces()];
		key("ArrowRight"); key("ArrowRight"); out.two = on();
		out.comment = (key("ArrowLeft"), document.querySelector(".comment").textContent);
		key("ArrowDown"); out.mistake = on(); out.blunder = document.querySelector("#said .mark").className;
		out.hand = document.querySelectorAll("#board .hand .piece").length;
		key("b"); out.better = document.querySelector(".line button.on").textContent; out.betterBoard = document.querySelectorAll("#board .to").length;
		key("ArrowRight"); out.betterNext = document.querySelectorAll(".line button.on").length;
		key("Escape"); out.left = document.querySelectorAll(".line button.on").length;
		document.querySelector("#moves li[data-n='3']").click(); out.variation = document.querySelector("#said .comment").textContent;
		[...document.querySelectorAll(".line button")].findLast((b) => b.textContent === "▲２六歩").click(); out.variationBoard = document.querySelectorAll("#board .to").length;
		key("End"); out.end = on(); out.endComment = document.querySelector("#said .comment").textContent; out.lastDisabled = document.querySelector("[data-do=on]").disabled;
		document.querySelector("#moves li[data-n='3']").click(); out.clicked = on();
		document.querySelector("[data-do=first]").click(); out.first = on();
		document.querySelector("#language").click(); const a = document.documentElement.lang;
		document.querySelector("#language").click(); out.languages = [a, document.documentElement.lang].sort();
		const b = document.getElementById("board"), swipe = (from, to) => { b.dispatchEvent(new PointerEvent("pointerdown", { clientX: from, clientY: 50, bubbles: true })); b.dispatchEvent(new PointerEvent("pointerup", { clientX: to, clientY: 52, bubbles: true })); };
		swipe(200, 100); out.swiped = on(); swipe(100, 200); out.back = on();
		const said = () => document.getElementById("said").textContent, press = (i) => document.querySelectorAll("#said .buttons button")[i].click();
		const square = (s, turned) => { // clicks the middle of a square
			const box = document.querySelector("#board > svg .frame").getBoundingClientRect(), i = 9 - s[0], j = "abcdefghi".indexOf(s[1]);
			const middle = (from, size, k) => from + size * ((turned ? 8 - k : k) + 0.5) / 9;
			document.querySelector("#board > svg").dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: middle(box.left, box.width, i), clientY: middle(box.top, box.height, j) }));
		};
		const start = document.querySelectorAll("#players article")[0].querySelector("button"), count = +start.textContent.match(/\d+/);
		start.click();
		for (let i = 1; i < count; i++) press(1);
		const inside = (id) => { const box = document.getElementById(id).getBoundingClientRect(); return box.top >= -1 && box.bottom <= innerHeight + 1; };
		out.task = on(); out.seen = inside("board"); key("ArrowRight"); key("b"); out.kept = on();
		square("7i"); out.targets = document.querySelectorAll("#board .target").length;
		square("5e"); out.dropped = document.querySelectorAll("#board .picked").length;
		data.legal[5].push("9g9f+"); square("9g"); square("9f"); out.asked = document.querySelectorAll("#said .buttons button").length;
		square("5e"); out.askedNoMore = document.querySelectorAll("#said .buttons button").length; data.legal[5].pop();
		square("7i"); square("8h"); out.right = said(); out.heard = inside("said"); out.taken = document.querySelectorAll("#board .hand.black .piece").length;
		press(0); key("f"); square("9g", true); square("9f", true); out.same = said(); key("f");
		out.mated = verdict({ choices: [{ moves: ["a"], mate: 3, loss: 0 }, { moves: ["b"], loss: 1 }] }, "b");
		press(0); const listed = document.querySelector("#said select"); listed.focus();
		listed.value = "1i1h"; listed.dispatchEvent(new KeyboardEvent("keydown", { key: "f", bubbles: true })); out.options = listed.options.length - data.legal[5].length;
		listed.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true })); out.worse = said();
		const task = data.moves[4], compared = task.choices.find((c) => c !== task.choices[0] && c.moves[0] !== task.usi && !c.mate);
		press(0); answer(compared.moves[0]); out.compared = said().match(/(この後|Expected)[^▲△]*/)[0];
		key("ArrowDown"); key("ArrowUp"); out.still = said(); answer(task.choices[0].moves[0]);
		document.querySelector("[data-do=mistake]").click(); out.finished = said();
		press(0); out.ended = document.querySelectorAll("#said .buttons").length;
		go(0);
		out.percents = [...document.querySelectorAll("#graph text")].map((e) => e.textContent).filter((s) => s.endsWith("%"));
		out.dots = document.querySelectorAll("#graph circle").length; out.bars = document.querySelectorAll("#graph rect").length;
		out.coordinates = document.querySelectorAll("#board .coordinate").length;
		const printed = () => [...document.querySelectorAll("#moves .printed")].map((e) => [getComputedStyle(e).display, e.textContent]);
		out.unprinted = printed().filter(([d]) => d !== "none").length;
		for (const r of document.styleSheets[0].cssRules) if (r.media?.mediaText === "print") r.media.mediaText = "screen";
		out.printed = printed().filter(([d]) => d === "block").map(([, s]) => s).join("|");
		out.wide = document.documentElement.scrollWidth <= innerWidth;
		out.letters = document.querySelector("#graph text").getBoundingClientRect().height;
		out.title = document.title; out.injected = document.querySelectorAll("h1 b, h3 b, .comment b").length;
		const e = document.createElement("pre"); e.id = "result"; e.textContent = JSON.stringify(out); document.body.append(e);
	</script>`
	path := filepath.Join(dir, "page.html")
	require.NoError(t, os.WriteFile(path, []byte(page), 0o644))
	require.Regexp(t, `id="said"[^>]*><h2><span>(復習 1/|Practice 1 of )`, string(open("1200", filepath.Join(dir, "game_analysed.html#practise0"))))
	for _, width := range []string{"360", "1200"} {
		dom := open(width, path)
		found := regexp.MustCompile(`(?s)<pre id="result">(.*?)</pre>`).FindSubmatch(dom)
		require.NotNil(t, found, "the script did not come to its end")
		var got map[string]any
		require.NoError(t, json.Unmarshal([]byte(html.UnescapeString(string(found[1]))), &got))
		require.Empty(t, got["faults"])
		require.Equal(t, 6.0, got["moves"])
		require.Equal(t, []any{0.0, 40.0}, got["start"])
		require.Equal(t, 2.0, got["two"])
		require.Equal(t, "</script><b>y", got["comment"])
		require.Equal(t, 5.0, got["mistake"])
		require.Equal(t, "mark blunder", got["blunder"])
		require.Equal(t, 1.0, got["hand"])
		require.Contains(t, got["better"], "同　")
		require.Equal(t, 1.0, got["betterBoard"])
		require.Equal(t, 1.0, got["betterNext"])
		require.Equal(t, 0.0, got["left"])
		require.Equal(t, "▲２六歩 </script><b>v", got["variation"])
		require.Equal(t, 1.0, got["variationBoard"])
		require.Equal(t, 5.0, got["end"])
		require.Equal(t, "</script><b>z", got["endComment"])
		require.Equal(t, true, got["lastDisabled"])
		require.Equal(t, 3.0, got["clicked"])
		require.Equal(t, 0.0, got["first"])
		require.Equal(t, []any{"en", "ja"}, got["languages"])
		require.Equal(t, 1.0, got["swiped"])
		require.Equal(t, 0.0, got["back"])
		require.Equal(t, []any{4.0, 4.0, 3.0, 0.0}, []any{got["task"], got["kept"], got["targets"], got["dropped"]})
		require.Regexp(t, `▲同　銀\(79\) (正解|Right)`, got["right"])
		require.Equal(t, []any{5.0, 3.0}, []any{got["asked"], got["askedNoMore"]}, "whether the piece promotes")
		require.Equal(t, 1.0, got["taken"], "the bishop")
		require.Equal(t, []any{true, true}, []any{got["seen"], got["heard"]}, "the board and the verdict are on the screen")
		require.Regexp(t, `▲９六歩\(97\) (実戦の手|That is the move played)`, got["same"])
		require.Regexp(t, `▲１八香\(19\) (比べた|Not among)`, got["worse"])
		require.Equal(t, 1.0, got["options"])
		require.Regexp(t, `^(この後|Expected) $`, got["compared"], "its score is from another search than the best move's")
		require.Regexp(t, `詰みがありました|there was a mate`, got["mated"])
		require.Regexp(t, `^(復習|Practice) .*(もっとよい手は|Find a better one)`, got["still"], "the answer is not given away")
		require.Regexp(t, `(中1問|1 of)`, got["finished"], "what is right twice counts once")
		require.Equal(t, 0.0, got["ended"])
		require.Equal(t, []any{"0%", "25%", "50%", "75%", "100%"}, got["percents"])
		require.GreaterOrEqual(t, got["dots"], 1.0)
		require.Equal(t, 5.0, got["bars"])
		require.Equal(t, 18.0, got["coordinates"])
		require.Equal(t, 0.0, got["unprinted"])
		require.Regexp(t, `(?s)^</script><b>y\|.*(変化|Variation) ▲２六歩\n▲２六歩 </script><b>v\|.*(優った|Better was).*</script><b>z$`, got["printed"])
		require.Greater(t, got["letters"], 8.0, "the words of the graph can be read")
		require.Equal(t, true, got["wide"], "nothing is wider than the screen of %s", width)
		require.Equal(t, "</script><b>x - B", got["title"])
		require.Equal(t, 0.0, got["injected"])
	}
}
