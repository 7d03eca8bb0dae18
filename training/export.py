#!/usr/bin/env python3
"""Writes the weights that the service reads:

    python3 training/export.py am

From training/data/<language>/model.pt to src/engines/recognizer/models/<language>.bin.
Normalisation is folded into the convolutions; weights are rounded to signed
bytes, with one scale for each output. The format is in src/engines/recognizer/Weights.ts.
"""
import argparse
import json
import os
import struct

import torch

DILATIONS = (1, 1, 2, 2, 4, 4, 8, 8, 1)
EPSILON = 1e-5


def folded(state, conv, norm):
    """Weights (outputs, taps, inputs) and biases of a convolution and what normalises it."""
    scale = state[norm + ".weight"] / torch.sqrt(state[norm + ".running_var"] + EPSILON)
    weights = state[conv + ".weight"].squeeze(2) * scale[:, None, None]
    return weights.permute(0, 2, 1), state[norm + ".bias"] - state[norm + ".running_mean"] * scale


def written(weights, biases):
    flat = weights.reshape(weights.shape[0], -1)
    scales = (flat.abs().max(1).values / 127).clamp(min=1e-12)
    rounded = (flat / scales[:, None]).round().clamp(-127, 127).to(torch.int8)
    return (
        struct.pack(f"<{len(scales)}f", *scales.tolist())
        + struct.pack(f"<{len(biases)}f", *biases.tolist())
        + rounded.contiguous().numpy().tobytes()
    )


def main():
    options = argparse.ArgumentParser()
    options.add_argument("language", choices=["am", "om"])
    options.add_argument("--data", default="training/data")
    options.add_argument("--out", default="src/engines/recognizer/models")
    chosen = options.parse_args()
    model = torch.load(os.path.join(chosen.data, chosen.language, "model.pt"))
    state = model["state"]
    header = json.dumps(
        {"symbols": model["symbols"], "width": model["width"], "dilations": DILATIONS}, ensure_ascii=False
    ).encode()
    body = written(*folded(state, "first", "first_norm"))
    for at in range(len(DILATIONS)):
        body += written(*folded(state, f"blocks.{at}", f"norms.{at}"))
    body += written(state["last.weight"].flatten(1), state["last.bias"])
    os.makedirs(chosen.out, exist_ok=True)
    path = os.path.join(chosen.out, chosen.language + ".bin")
    with open(path, "wb") as file:
        file.write(b"QALR" + struct.pack("<I", len(header)) + header + body)
    print(path, os.path.getsize(path), "bytes")


if __name__ == "__main__":
    main()
