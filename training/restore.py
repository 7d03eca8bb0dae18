#!/usr/bin/env python3
"""Makes of the weights that the service reads a model to go on from:

    python3 training/restore.py am

The inverse of export.py, but for the rounding: from
src/engines/recognizer/models/<language>.bin to training/data/<language>/start.pt.
The normalisation that was folded into the weights is found anew, from what the
layers make of training/data/<language>/shard-*: scaled by what it takes away, so
that the model computes what it did. Data comes first, in other words.
"""
import argparse
import json
import os
import random
import struct

import numpy
import torch

from train import BANDS, DILATIONS, Data, Model, collate

# Utterances that the statistics are taken from.
SAMPLE = 256


class Reader:
    def __init__(self, raw, at):
        self.raw, self.at = raw, at

    def take(self, kind, count):
        values = numpy.frombuffer(self.raw, dtype=kind, count=count, offset=self.at)
        self.at += values.nbytes
        return torch.from_numpy(values.astype(numpy.float32))

    def layer(self, outputs, taps, inputs):
        """Weights (outputs, inputs, 1, taps) and biases."""
        scales = self.take("<f4", outputs)
        biases = self.take("<f4", outputs)
        weights = self.take("i1", outputs * taps * inputs).reshape(outputs, taps, inputs) * scales[:, None, None]
        return weights.permute(0, 2, 1).unsqueeze(2).contiguous(), biases


def set_norm(norm, made, mask, biases):
    """Lets the norm add `biases` and nothing else to what the convolution made, with its statistics over the sample."""
    inside = made.permute(1, 0, 2, 3)[:, mask.squeeze(1) > 0]
    mean, variance = inside.mean(1), inside.var(1, unbiased=False)
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(variance)
    norm.weight.copy_(torch.sqrt(variance + norm.eps))
    norm.bias.copy_(mean + biases)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("language", choices=["am", "om"])
    options.add_argument("--data", default="training/data")
    options.add_argument("--models", default="src/engines/recognizer/models")
    chosen = options.parse_args()
    folder = os.path.join(chosen.data, chosen.language)
    with open(os.path.join(chosen.models, chosen.language + ".bin"), "rb") as file:
        raw = file.read()
    length = struct.unpack("<I", raw[4:8])[0]
    header = json.loads(raw[8 : 8 + length])
    symbols, width = header["symbols"], header["width"]
    reader = Reader(raw, 8 + length)

    data = Data(folder, symbols)
    data.refresh()
    x, lengths, _, _ = collate(data.items[:SAMPLE], random.Random(0), False)
    model = Model(width, len(symbols) + 1)
    model.eval()
    with torch.no_grad():
        frames = (lengths + 1) // 2
        weights, biases = reader.layer(width, 5, BANDS)
        model.first.weight.copy_(weights)
        made = model.first(x)
        mask = (torch.arange(made.shape[3])[None, :] < frames[:, None])[:, None, None, :].to(made.dtype)
        set_norm(model.first_norm, made, mask, biases)
        x = torch.relu(model.first_norm(made)) * mask
        for at in range(len(DILATIONS)):
            weights, biases = reader.layer(width, 3, width)
            model.blocks[at].weight.copy_(weights)
            made = model.blocks[at](x)
            set_norm(model.norms[at], made, mask, biases)
            x = (x + torch.relu(model.norms[at](made))) * mask
        weights, biases = reader.layer(len(symbols) + 1, 1, width)
        model.last.weight.copy_(weights)
        model.last.bias.copy_(biases)
    path = os.path.join(folder, "start.pt")
    torch.save({"state": model.state_dict(), "width": width, "symbols": symbols}, path)
    print(path)


if __name__ == "__main__":
    main()
