const byteUnits = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** Formats bytes, e.g. `12.4 MB`, with whole numbers below 1 kB; – for no value. */
export function bytesText(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined || !Number.isFinite(bytes)) return '–';
  let value = bytes;
  let index = 0;
  while (value >= 1024 && index < byteUnits.length - 1) {
    value /= 1024;
    index += 1;
  }
  return `${index === 0 ? value : value.toFixed(value < 10 ? 2 : 1)} ${byteUnits[index]}`;
}
