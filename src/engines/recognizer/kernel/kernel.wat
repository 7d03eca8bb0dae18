;; The sums of the recogniser's layers: frames of input times a layer's weights,
;; four frames and eight outputs at a time, so that six fetches serve thirty-two
;; products. Each output is summed over its inputs one after another, in the order
;; in which they lie, whatever frames are computed beside it: cutting the sound
;; changes no bit of any sum.
(module
  (memory (export "memory") 1)

  (func (export "multiply")
    (param $x i32)       ;; the first frame's input: 32-bit floats
    (param $stride i32)  ;; bytes from one frame's input to the next one's
    (param $taps i32)    ;; pieces that a frame's input is in
    (param $step i32)    ;; bytes from one piece to the next
    (param $width i32)   ;; bytes of a piece; a multiple of 8
    (param $layer i32)   ;; for each eight outputs their biases, then eight weights for each input
    (param $out i32)     ;; the first frame's output
    (param $row i32)     ;; bytes of a frame's output; a multiple of 32
    (param $frames i32)  ;; a multiple of 4
    (local $column i32) (local $block i32) (local $frame i32) (local $to i32)
    (local $tap i32) (local $piece i32) (local $end i32) (local $w i32)
    (local $x0 i32) (local $x1 i32) (local $x2 i32) (local $x3 i32)
    (local $wl v128) (local $wr v128) (local $v v128)
    (local $a0l v128) (local $a0r v128) (local $a1l v128) (local $a1r v128)
    (local $a2l v128) (local $a2r v128) (local $a3l v128) (local $a3r v128)
    (local.set $block (local.get $layer))
    (loop $columns
      (local.set $frame (i32.const 0))
      (loop $quads
        (local.set $w (local.get $block))
        (local.set $a0l (v128.load (local.get $w)))
        (local.set $a0r (v128.load offset=16 (local.get $w)))
        (local.set $a1l (local.get $a0l))
        (local.set $a1r (local.get $a0r))
        (local.set $a2l (local.get $a0l))
        (local.set $a2r (local.get $a0r))
        (local.set $a3l (local.get $a0l))
        (local.set $a3r (local.get $a0r))
        (local.set $w (i32.add (local.get $w) (i32.const 32)))
        (local.set $piece (i32.add (local.get $x) (i32.mul (local.get $frame) (local.get $stride))))
        (local.set $tap (i32.const 0))
        (loop $pieces
          (local.set $x0 (local.get $piece))
          (local.set $x1 (i32.add (local.get $x0) (local.get $stride)))
          (local.set $x2 (i32.add (local.get $x1) (local.get $stride)))
          (local.set $x3 (i32.add (local.get $x2) (local.get $stride)))
          (local.set $end (i32.add (local.get $x0) (local.get $width)))
          (loop $inputs
            (local.set $wl (v128.load (local.get $w)))
            (local.set $wr (v128.load offset=16 (local.get $w)))
            (local.set $v (v128.load32_splat (local.get $x0)))
            (local.set $a0l (f32x4.add (local.get $a0l) (f32x4.mul (local.get $v) (local.get $wl))))
            (local.set $a0r (f32x4.add (local.get $a0r) (f32x4.mul (local.get $v) (local.get $wr))))
            (local.set $v (v128.load32_splat (local.get $x1)))
            (local.set $a1l (f32x4.add (local.get $a1l) (f32x4.mul (local.get $v) (local.get $wl))))
            (local.set $a1r (f32x4.add (local.get $a1r) (f32x4.mul (local.get $v) (local.get $wr))))
            (local.set $v (v128.load32_splat (local.get $x2)))
            (local.set $a2l (f32x4.add (local.get $a2l) (f32x4.mul (local.get $v) (local.get $wl))))
            (local.set $a2r (f32x4.add (local.get $a2r) (f32x4.mul (local.get $v) (local.get $wr))))
            (local.set $v (v128.load32_splat (local.get $x3)))
            (local.set $a3l (f32x4.add (local.get $a3l) (f32x4.mul (local.get $v) (local.get $wl))))
            (local.set $a3r (f32x4.add (local.get $a3r) (f32x4.mul (local.get $v) (local.get $wr))))
            (local.set $wl (v128.load offset=32 (local.get $w)))
            (local.set $wr (v128.load offset=48 (local.get $w)))
            (local.set $v (v128.load32_splat offset=4 (local.get $x0)))
            (local.set $a0l (f32x4.add (local.get $a0l) (f32x4.mul (local.get $v) (local.get $wl))))
            (local.set $a0r (f32x4.add (local.get $a0r) (f32x4.mul (local.get $v) (local.get $wr))))
            (local.set $v (v128.load32_splat offset=4 (local.get $x1)))
            (local.set $a1l (f32x4.add (local.get $a1l) (f32x4.mul (local.get $v) (local.get $wl))))
            (local.set $a1r (f32x4.add (local.get $a1r) (f32x4.mul (local.get $v) (local.get $wr))))
            (local.set $v (v128.load32_splat offset=4 (local.get $x2)))
            (local.set $a2l (f32x4.add (local.get $a2l) (f32x4.mul (local.get $v) (local.get $wl))))
            (local.set $a2r (f32x4.add (local.get $a2r) (f32x4.mul (local.get $v) (local.get $wr))))
            (local.set $v (v128.load32_splat offset=4 (local.get $x3)))
            (local.set $a3l (f32x4.add (local.get $a3l) (f32x4.mul (local.get $v) (local.get $wl))))
            (local.set $a3r (f32x4.add (local.get $a3r) (f32x4.mul (local.get $v) (local.get $wr))))
            (local.set $w (i32.add (local.get $w) (i32.const 64)))
            (local.set $x1 (i32.add (local.get $x1) (i32.const 8)))
            (local.set $x2 (i32.add (local.get $x2) (i32.const 8)))
            (local.set $x3 (i32.add (local.get $x3) (i32.const 8)))
            (br_if $inputs (i32.lt_u (local.tee $x0 (i32.add (local.get $x0) (i32.const 8))) (local.get $end))))
          (local.set $piece (i32.add (local.get $piece) (local.get $step)))
          (br_if $pieces (i32.lt_u (local.tee $tap (i32.add (local.get $tap) (i32.const 1))) (local.get $taps))))
        (local.set $to
          (i32.add (i32.add (local.get $out) (local.get $column)) (i32.mul (local.get $frame) (local.get $row))))
        (v128.store (local.get $to) (local.get $a0l))
        (v128.store offset=16 (local.get $to) (local.get $a0r))
        (local.set $to (i32.add (local.get $to) (local.get $row)))
        (v128.store (local.get $to) (local.get $a1l))
        (v128.store offset=16 (local.get $to) (local.get $a1r))
        (local.set $to (i32.add (local.get $to) (local.get $row)))
        (v128.store (local.get $to) (local.get $a2l))
        (v128.store offset=16 (local.get $to) (local.get $a2r))
        (local.set $to (i32.add (local.get $to) (local.get $row)))
        (v128.store (local.get $to) (local.get $a3l))
        (v128.store offset=16 (local.get $to) (local.get $a3r))
        (br_if $quads (i32.lt_u (local.tee $frame (i32.add (local.get $frame) (i32.const 4))) (local.get $frames))))
      (local.set $block (local.get $w))
      (br_if $columns (i32.lt_u (local.tee $column (i32.add (local.get $column) (i32.const 32))) (local.get $row))))))
