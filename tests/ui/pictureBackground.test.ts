import { describe, expect, it } from 'vitest';
import { printsWithoutBox, withoutBackground, type Pixels } from '@/fields/upload/pictureBackground';

/** A photographed sheet: the paper darkens from left to right, and a blue stroke crosses its middle. */
function sheet({ stroke = true, dark = 0.25 } = {}): Pixels {
  const [width, height] = [240, 120];
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const light = 235 - (x / width) * 110 + ((x * 7 + y * 13) % 5);
      const inked = stroke && x >= 60 && x < 180 && Math.abs(y - (40 + (x - 60) / 4)) <= 2;
      const at = (y * width + x) * 4;
      data[at] = inked ? light * dark * 0.6 : light;
      data[at + 1] = inked ? light * dark * 0.7 : light;
      data[at + 2] = inked ? light * dark * 1.6 : light - 12;
      data[at + 3] = 255;
    }
  return { data, width, height };
}

const alphas = ({ data }: Pixels): number[] =>
  Array.from({ length: data.length / 4 }, (_, index) => data[index * 4 + 3] ?? 0);

describe('photographed signature', () => {
  it('a photographed signature is cropped to its ink, and unevenly lit paper becomes transparent', () => {
    const cut = withoutBackground(sheet());
    expect(cut).not.toBeNull();
    if (!cut) return;
    // The stroke is 120 px wide and about 34 px high; a margin of 4 % surrounds it.
    expect([cut.width, cut.height]).toEqual(
      [130, 45].map((most) => expect.toSatisfy((size: number) => Math.abs(size - most) <= 4)),
    );
    const clear = alphas(cut).filter((alpha) => alpha === 0).length / alphas(cut).length;
    const full = alphas(cut).filter((alpha) => alpha > 200).length;
    expect(clear).toBeGreaterThan(0.8);
    expect(full).toBeGreaterThan(500);
  });

  it('a photographed signature keeps the colour of its ink', () => {
    const cut = withoutBackground(sheet());
    const inked = alphas(cut as Pixels).findIndex((alpha) => alpha === 255);
    const [red = 0, , blue = 0] = (cut as Pixels).data.subarray(inked * 4, inked * 4 + 3);
    expect(blue).toBeGreaterThan(red);
  });

  it('the photograph of an empty sheet or a mostly dark picture is refused as a signature', () => {
    expect(withoutBackground(sheet({ stroke: false }))).toBeNull();
    const { width, height } = sheet();
    const dark = new Uint8ClampedArray(width * height * 4).map((_, index) =>
      index % 4 === 3 ? 255 : Math.floor(index / 4) % 2 === 0 ? 20 : 230,
    );
    expect(withoutBackground({ data: dark, width, height })).toBeNull();
  });

  it('the photograph of a signature keeps faint strokes on request', () => {
    const faint = sheet({ dark: 0.78 });
    expect(withoutBackground(faint, 0.9)).toBeNull();
    expect(withoutBackground(faint, 0.15)).not.toBeNull();
  });

  it('a photographed signature is never kept with its grey paper background; a scan on white may stay', () => {
    expect(printsWithoutBox(sheet())).toBe(false);
    expect(printsWithoutBox(withoutBackground(sheet()) as Pixels)).toBe(true);
    const { data, width, height } = sheet();
    const inked = (at: number): boolean => (data[at] ?? 255) < 60;
    const scanned = data.map((part, index) => (index % 4 === 3 || inked(index - (index % 4)) ? part : 255));
    expect(printsWithoutBox({ data: scanned, width, height })).toBe(true);
  });
});
