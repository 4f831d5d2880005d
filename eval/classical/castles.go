package classical

// castleTable lists the castles with their values in centipawns. The pieces are Black's; the king is first. A row with
// a second name stands for the same castle on the other wing too. Of two castles that are worth the same the
// first wins, so the finer ones come first.
var castleTable = []struct {
	name, mirror string
	value        int32
	pieces       string
}{
	// Static rook: the king goes to the left wing.
	{"Yagura", "Right Yagura", 95, "K8h G7h S7g G6g"},
	{"Amano Yagura", "", 80, "K7h G6h S7g G6g"},
	{"Silver Yagura", "", 85, "K8h G7h S7g S6g"},
	{"Central Yagura", "", 70, "K7i G7h S7g G6g"},
	{"Kikusui Yagura", "", 90, "K8i G7h S8h G6g N7g"},
	{"Funagakoi", "", 60, "K7h G6i G5h S7i"},
	{"Gangi", "", 70, "K6i G7h G5h S6g S5g"},
	{"Crab", "", 50, "K6i G7h G5h S6h"},
	{"Nakahara", "", 65, "K6i G7h S7i G5i"},
	{"Elmo", "Right Elmo", 75, "K7h S6h G7i"},
	{"Millennium", "Right Millennium", 105, "K8i S8h G7i G7h N7g"},
	{"Nakazumai", "", 55, "K5h G7h G3h"},
	{"Right King", "", 60, "K4h G3h S4g N3g"},
	{"Static Rook Anaguma", "Anaguma", 150, "K9i L9h S8h G7i N8i"},
	{"Pine Anaguma", "Ranging Rook Pine Anaguma", 150, "K9i L9h G8h G7i N8i"},

	// Ranging rook: the king goes to the right wing; the mirrored castles are used by both.
	{"Diamond Mino", "Left Diamond Mino", 110, "K2h S3h G4i G5h S4g"},
	{"High Mino", "Left High Mino", 100, "K2h S3h G4i G4g"},
	{"Mino", "Left Mino", 85, "K2h S3h G4i G5h"},
	{"Half Mino", "Left Half Mino", 60, "K2h S3h G4i"},
	{"Early Mino", "", 45, "K3i S3h G4i G5h"},
	{"Silver Crown", "Left Silver Crown", 115, "K2h S2g G3h G4g"},
	{"Half Silver Crown", "Left Half Silver Crown", 80, "K2h S2g G3h"},
	{"Castle Tower Mino", "Right Castle Tower Mino", 75, "K8g S7h G6i"},
	{"Kimmuso", "Left Kimmuso", 70, "K3h S2h G4h G5h"},
}
