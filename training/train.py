#!/usr/bin/env python3
"""Trains the acoustic model of one language:

    python3 training/train.py am --width 128 --steps 6400

Reads training/data/<language>/shard-*, writes training/data/<language>/model.pt.
A stack of convolutions over log-mel features, trained with CTC. The names and
the order of the layers are those that export.py and the service know.
"""
import argparse
import glob
import json
import math
import os
import random
import time

import numpy
import torch
from torch import nn

BANDS = 40
DILATIONS = (1, 1, 2, 2, 4, 4, 8, 8, 1)
# The output of a space: the first after blank.
SPACE = 1
# Batches are this many frames long or a multiple: torch prepares its loops anew for each length.
GRAIN = 64
# Utterances that the loss is watched on.
HELD = 96


class Model(nn.Module):
    def __init__(self, width, outputs):
        super().__init__()
        self.width = width
        # Of images one row high: these torch computes a quarter faster, with the channels innermost.
        self.first = nn.Conv2d(BANDS, width, (1, 5), stride=(1, 2), padding=(0, 2), bias=False)
        self.first_norm = nn.BatchNorm2d(width)
        self.blocks = nn.ModuleList(
            nn.Conv2d(width, width, (1, 3), dilation=(1, d), padding=(0, d), bias=False) for d in DILATIONS
        )
        self.norms = nn.ModuleList(nn.BatchNorm2d(width) for _ in DILATIONS)
        self.last = nn.Conv2d(width, outputs, 1)
        self.to(memory_format=torch.channels_last)

    def forward(self, x, lengths):
        """Features (utterances, bands, 1, frames) to scores (frames, utterances, outputs)."""
        # What lies past an utterance's end is nought in every layer, as it is when streaming.
        frames = (lengths + 1) // 2
        x = torch.relu(self.first_norm(self.first(x)))
        mask = (torch.arange(x.shape[3])[None, :] < frames[:, None])[:, None, None, :].to(x.dtype)
        x = x * mask
        for conv, norm in zip(self.blocks, self.norms):
            x = (x + torch.relu(norm(conv(x)))) * mask
        return self.last(x).squeeze(2).permute(2, 0, 1), frames


class Data:
    """The utterances of all shards that are there."""

    def __init__(self, folder, symbols):
        self.folder = folder
        self.index = {symbol: at + 1 for at, symbol in enumerate(symbols)}
        self.seen = set()
        self.items = []

    def refresh(self):
        for name in sorted(glob.glob(os.path.join(self.folder, "shard-*.jsonl"))):
            if name in self.seen:
                continue
            self.seen.add(name)
            raw = numpy.fromfile(name[:-6] + ".u8", dtype=numpy.uint8).reshape(-1, BANDS)
            at = 0
            with open(name, encoding="utf-8") as lines:
                for line in lines:
                    entry = json.loads(line)
                    target = [self.index[symbol] for symbol in entry["units"]]
                    self.items.append((raw[at : at + entry["frames"]], target))
                    at += entry["frames"]

    def batches(self, size, rng):
        """For ever: batches of like length, in random order."""
        while True:
            self.refresh()
            order = sorted(range(len(self.items)), key=lambda at: len(self.items[at][0]) * (1 + 0.1 * rng.random()))
            groups = [order[at : at + size] for at in range(0, len(order), size)]
            rng.shuffle(groups)
            known = len(self.seen)
            for group in groups:
                yield [self.items[at] for at in group]
                if len(glob.glob(os.path.join(self.folder, "shard-*.jsonl"))) > known * 1.5:
                    break


def paced(features, rng):
    """The same features up to a seventh faster or slower, for one utterance in three."""
    frames = len(features)
    if rng.random() > 1 / 3 or frames < 2:
        return features
    at = numpy.linspace(0, frames - 1, round(frames / rng.uniform(6 / 7, 7 / 6)), dtype=numpy.float32)
    before = numpy.minimum(at.astype(numpy.int64), frames - 2)
    share = (at - before)[:, None]
    return features[before] * (1 - share) + features[before + 1] * share


def collate(batch, rng, train):
    if train:
        batch = [(paced(features, rng), target) for features, target in batch]
    longest = math.ceil(max(len(features) for features, _ in batch) / GRAIN) * GRAIN
    x = numpy.zeros((len(batch), BANDS, longest), dtype=numpy.float32)
    for row, (features, _) in enumerate(batch):
        values = features.astype(numpy.float32).T / 50 - 2.5
        if train and rng.random() < 0.5:
            # Hide a band of the spectrum now and then, and tilt the rest a little.
            low = rng.randrange(BANDS)
            values[low : low + rng.randrange(5)] = -2
        if train:
            values += numpy.linspace(rng.gauss(0, 0.1), rng.gauss(0, 0.1), BANDS, dtype=numpy.float32)[:, None]
        x[row, :, : len(features)] = values
    lengths = torch.tensor([len(features) for features, _ in batch])
    targets = torch.tensor([unit for _, target in batch for unit in target], dtype=torch.long)
    target_lengths = torch.tensor([len(target) for _, target in batch])
    return torch.from_numpy(x).unsqueeze(2).to(memory_format=torch.channels_last), lengths, targets, target_lengths


def edits(one, other):
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        last, row[0] = row[0], i
        for j, b in enumerate(other, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (a != b))
    return row[-1]


def greedy(scores):
    best = scores.argmax(1).tolist()
    return [unit for at, unit in enumerate(best) if unit != 0 and (at == 0 or unit != best[at - 1])]


def check(model, items):
    """Shares of wrong units on utterances that are not trained with: all, and without spaces."""
    model.eval()
    wrong = bare = total = 0
    with torch.no_grad():
        for at in range(0, len(items), 16):
            batch = items[at : at + 16]
            x, lengths, _, _ = collate(batch, random.Random(0), False)
            scores, frames = model(x, lengths)
            for row, (_, target) in enumerate(batch):
                heard = greedy(scores[: frames[row], row])
                wrong += edits(target, heard)
                bare += edits([unit for unit in target if unit != SPACE], [unit for unit in heard if unit != SPACE])
                total += len(target)
    model.train()
    return f"wrong units {wrong / max(1, total):.4f}, without spaces {bare / max(1, total):.4f}"


def carried(state, known, symbols):
    """The weights of a model whose outputs were for the symbols `known`, put in order for `symbols`."""
    rows = [0] + [known.index(symbol) + 1 if symbol in known else 0 for symbol in symbols]
    return {name: value[rows] if name.startswith("last.") else value for name, value in state.items()}


def main():
    options = argparse.ArgumentParser()
    options.add_argument("language", choices=["am", "om"])
    options.add_argument("--width", type=int, default=128)
    options.add_argument("--steps", type=int, default=6400)
    options.add_argument("--batch", type=int, default=16)
    options.add_argument("--rate", type=float, default=3e-3)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--data", default="training/data")
    options.add_argument("--minutes", type=float, default=0, help="end after so long even if --steps are not done")
    options.add_argument("--start", help="weights to go on from")
    chosen = options.parse_args()

    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    torch.manual_seed(chosen.seed)
    rng = random.Random(chosen.seed)
    folder = os.path.join(chosen.data, chosen.language)
    with open(os.path.join(folder, "units.json"), encoding="utf-8") as file:
        symbols = json.load(file)["symbols"]
    data = Data(folder, symbols)
    data.refresh()
    held = data.items[:HELD]
    data.items = data.items[HELD:]

    model = Model(chosen.width, len(symbols) + 1)
    if chosen.start:
        start = torch.load(chosen.start)
        model.load_state_dict(carried(start["state"], start["symbols"], symbols))
    print(sum(p.numel() for p in model.parameters()), "weights,", len(data.items), "utterances", flush=True)
    optimizer = torch.optim.AdamW(model.parameters(), lr=chosen.rate, weight_decay=0.01)
    loss_of = nn.CTCLoss(zero_infinity=True)
    began = time.time()
    mean = None
    step = 0
    for batch in data.batches(chosen.batch, rng):
        progress = step / chosen.steps
        if chosen.minutes:
            progress = max(progress, (time.time() - began) / (60 * chosen.minutes))
        if progress >= 1:
            break
        rate = chosen.rate * min(1, (step + 1) / 300) * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * progress)))
        for group in optimizer.param_groups:
            group["lr"] = rate
        x, lengths, targets, target_lengths = collate(batch, rng, True)
        scores, frames = model(x, lengths)
        loss = loss_of(scores.log_softmax(2), targets, frames, target_lengths)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5)
        optimizer.step()
        mean = loss.item() if mean is None else 0.98 * mean + 0.02 * loss.item()
        step += 1
        if step % 100 == 0:
            print(f"step {step} progress {progress:.2f} loss {mean:.3f} utterances {len(data.items)} {time.time() - began:.0f} s", flush=True)
        if step % 500 == 0:
            print(check(model, held), flush=True)
            torch.save({"state": model.state_dict(), "width": chosen.width, "symbols": symbols}, os.path.join(folder, "model.pt"))
    print(f"done: {step} steps, {check(model, held)}", flush=True)
    torch.save({"state": model.state_dict(), "width": chosen.width, "symbols": symbols}, os.path.join(folder, "model.pt"))


if __name__ == "__main__":
    main()
