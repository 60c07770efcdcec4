/** Temperature and pressure readings. */
interface AirReading {
  readonly measuredAt: string;
  readonly temperature: string;
  readonly pressure: string;
}

const millisecondsOf = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`);

/**
 * Returns the reading of the day nearest to the middle of the sampling time; of two equally near ones the earlier.
 * @param readings readings of the sampling day
 * @param startTime `YYYY-MM-DD HH:mm:ss`
 * @param endTime `YYYY-MM-DD HH:mm:ss`; null while the sample is taken
 */
export function nearestWeather<W extends AirReading>(
  readings: readonly W[],
  startTime: string,
  endTime: string | null,
): W | undefined {
  const middleTime = endTime ? (millisecondsOf(startTime) + millisecondsOf(endTime)) / 2 : millisecondsOf(startTime);
  let nearestReading: W | undefined;
  for (const reading of [...readings].sort((a, b) => millisecondsOf(a.measuredAt) - millisecondsOf(b.measuredAt))) {
    if (
      !nearestReading ||
      Math.abs(millisecondsOf(reading.measuredAt) - middleTime) <
        Math.abs(millisecondsOf(nearestReading.measuredAt) - middleTime)
    )
      nearestReading = reading;
  }
  return nearestReading;
}
