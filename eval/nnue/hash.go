package nnue

// Versions of the file format; the second occurs for HalfKA networks.
const (
	fileVersion  = 0x7AF32F16
	fileVersionA = 0x7AF32F17
)

// The SFNN family has the same two hashes whatever the shape.
const (
	squaredTransformHash = 0x5F134AB8
	squaredNetworkHash   = 0x6333718A
)

// contactHash distinguishes the hashes of networks with contacts.
const contactHash = 0x6B6F6E74

// transformHash returns the hash that stands in front of the first layer.
func (s *Shape) transformHash() uint32 {
	if s.squared {
		return squaredTransformHash
	}
	return s.features.hash ^ uint32(2*s.width)
}

// networkHash returns the hash that stands in front of the dense layers.
func (s *Shape) networkHash() uint32 {
	if s.squared {
		return squaredNetworkHash
	}
	const slice, dense, relu = 0xEC42E90D, 0xCC03DAE4, 0x538D24C7
	h := uint32(slice) ^ uint32(2*s.width)
	for i, outputs := range []int{s.hidden1, s.hidden2, 1} {
		h = (dense + uint32(outputs)) ^ h>>1 ^ h<<31
		if i < 2 {
			h += relu
		}
	}
	if s.contacts {
		h ^= contactHash
	}
	return h
}

// fileHash returns the hash in the file's header.
func (s *Shape) fileHash() uint32 { return s.transformHash() ^ s.networkHash() }
