package classical

// castleTable lists the castles, in English and in Japanese, with their values in centipawns. The pieces are Black's;
// the king is first. A row with a mirror also stands for the same castle on the other wing, which has the mirror's
// name. Of two castles with the same worth the first wins, so the finer ones come first.
var castleTable = []struct {
	name, japanese         string
	mirror, japaneseMirror string
	value                  int32
	pieces                 string
}{
	// Static rook: the king goes to the left wing.
	{"Yagura", "矢倉", "Right Yagura", "右矢倉", 95, "K8h G7h S7g G6g"},
	{"Amano Yagura", "天野矢倉", "", "", 80, "K7h G6h S7g G6g"},
	{"Silver Yagura", "銀矢倉", "", "", 85, "K8h G7h S7g S6g"},
	{"Central Yagura", "矢倉（入城前）", "", "", 70, "K7i G7h S7g G6g"},
	{"Kikusui Yagura", "菊水矢倉", "", "", 90, "K8i G7h S8h G6g N7g"},
	{"Funagakoi", "舟囲い", "", "", 60, "K7h G6i G5h S7i"},
	{"Gangi", "雁木", "", "", 70, "K6i G7h G5h S6g S5g"},
	{"Crab", "カニ囲い", "", "", 50, "K6i G7h G5h S6h"},
	{"Nakahara", "中原囲い", "", "", 65, "K6i G7h S7i G5i"},
	{"Elmo", "エルモ囲い", "Right Elmo", "右エルモ囲い", 75, "K7h S6h G7i"},
	{"Millennium", "ミレニアム", "Right Millennium", "右ミレニアム", 105, "K8i S8h G7i G7h N7g"},
	{"Nakazumai", "中住まい", "", "", 55, "K5h G7h G3h"},
	{"Right King", "右玉", "", "", 60, "K4h G3h S4g N3g"},
	{"Static Rook Anaguma", "居飛車穴熊", "Anaguma", "穴熊", 150, "K9i L9h S8h G7i N8i"},
	{"Gold Anaguma", "金穴熊", "Ranging Rook Gold Anaguma", "振り飛車金穴熊", 150, "K9i L9h G8h G7i N8i"},

	// Ranging rook: the king goes to the right wing; the mirrored castles are used by both.
	{"Diamond Mino", "ダイヤモンド美濃", "Left Diamond Mino", "左ダイヤモンド美濃", 110, "K2h S3h G4i G5h S4g"},
	{"High Mino", "高美濃", "Left High Mino", "左高美濃", 100, "K2h S3h G4i G4g"},
	{"Mino", "美濃囲い", "Left Mino", "左美濃", 85, "K2h S3h G4i G5h"},
	{"Half Mino", "片美濃", "Left Half Mino", "左片美濃", 60, "K2h S3h G4i"},
	{"Early Mino", "美濃囲い（入城前）", "", "", 45, "K3i S3h G4i G5h"},
	{"Silver Crown", "銀冠", "Left Silver Crown", "左銀冠", 115, "K2h S2g G3h G4g"},
	{"Half Silver Crown", "片銀冠", "Left Half Silver Crown", "左片銀冠", 80, "K2h S2g G3h"},
	{"Castle Tower Mino", "天守閣美濃", "Right Castle Tower Mino", "右天守閣美濃", 75, "K8g S7h G6i"},
	{"Kimmuso", "金無双", "Left Kimmuso", "左金無双", 70, "K3h S2h G4h G5h"},
}
