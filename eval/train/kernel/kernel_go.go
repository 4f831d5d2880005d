package kernel

import "math"

// goKernel is the plain form, the reference of the others.
var goKernel = &Kernel{
	Name: "go", Gather: gather, Scatter: scatter, multiply: multiply, Clamp: clamp, Add: add, Round: round, Mask: mask, Adam: adam,
}

func gather(dst []float32, stride int, tile []float32, rows []uint32, perList int) {
	for i := 0; len(rows) > 0; i, rows = i+1, rows[perList:] {
		sum := (*[Tile]float32)(dst[i*stride:])
		*sum = [Tile]float32{}
		for _, r := range rows[:perList] {
			row := (*[Tile]float32)(tile[int(r)*Tile:])
			for j := range sum {
				sum[j] += row[j]
			}
		}
		clamp(sum[:])
	}
}

func scatter(tile []float32, grad []float32, stride int, rows []uint32, perList int) {
	for i := 0; len(rows) > 0; i, rows = i+1, rows[perList:] {
		g := (*[Tile]float32)(grad[i*stride:])
		for _, r := range rows[:perList] {
			row := (*[Tile]float32)(tile[int(r)*Tile:])
			for j := range g {
				row[j] += g[j]
			}
		}
	}
}

func multiply(c []float32, cStride int, a []float32, aRow, aStep int, b []float32, bStride, k int) {
	for i := range blockRows {
		sum := (*[blockColumns]float32)(c[i*cStride:])
		for l := range k {
			x, row := a[i*aRow+l*aStep], (*[blockColumns]float32)(b[l*bStride:])
			for j := range sum {
				sum[j] += x * row[j]
			}
		}
	}
}

func clamp(x []float32) {
	for i, v := range x {
		x[i] = max(0, min(1, v))
	}
}

func add(x, y []float32) {
	for i, v := range y {
		x[i] += v
	}
}

func round(dst, x []float32, scale, step float32) {
	for i, v := range x {
		dst[i] = float32(math.Floor(float64(float32(v*scale)+0.5))) * step
	}
}

func mask(grad, activation []float32) {
	for i, a := range activation {
		if !(a > 0 && a < 1) {
			grad[i] = 0
		}
	}
}

func adam(w, g, m, v, plus []float32, s *Step) {
	for i, x := range g {
		m[i] = s.Beta1*m[i] + s.Rest1*x
		v[i] = s.Beta2*v[i] + s.Rest2*x*x
		step := s.Rate * m[i] / (float32(math.Sqrt(float64(v[i]))) + s.Epsilon)
		w[i] = max(s.Low, min(s.High, s.Keep*w[i]-step+plus[i]))
		g[i] = 0
	}
}
