/** Temperature and pressure readings. */
interface AirReading {
  readonly measuredAt: string;
  readonly temperature: string;
  readonly pressure: string;
}

const millisecondsOf = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`);

/**
 * Returns the reading of the day nearest to the middle of the sampling time; of two equally near ones the earlier.
 */
export function nearestWeather<W extends AirReading>(
  readings: readonly W[],
  startTime: string,
  endTime: string | null,
): W | undefined {
  const middle = endTime ? (millisecondsOf(startTime) + millisecondsOf(endTime)) / 2 : millisecondsOf(startTime);
  let best: W | undefined;
  for (const reading of [...readings].sort((a, b) => millisecondsOf(a.measuredAt) - millisecondsOf(b.measuredAt))) {
    if (
      !best ||
      Math.abs(millisecondsOf(reading.measuredAt) - middle) < Math.abs(millisecondsOf(best.measuredAt) - middle)
    )
      best = reading;
  }
  return best;
}
