/** A reading of thermometer and barometer, as far as a sample is concerned. */
export interface AirReading {
  readonly measuredAt: string;
  readonly temperature: string;
  readonly pressure: string;
}

const at = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`);

/**
 * The reading of the day that is nearest to the middle of the sampling; the earlier one of two that are equally near.
 */
export function nearestWeather<W extends AirReading>(
  readings: readonly W[],
  startTime: string,
  endTime: string | null,
): W | undefined {
  const middle = endTime ? (at(startTime) + at(endTime)) / 2 : at(startTime);
  let best: W | undefined;
  for (const reading of [...readings].sort((a, b) => at(a.measuredAt) - at(b.measuredAt))) {
    if (!best || Math.abs(at(reading.measuredAt) - middle) < Math.abs(at(best.measuredAt) - middle)) best = reading;
  }
  return best;
}
