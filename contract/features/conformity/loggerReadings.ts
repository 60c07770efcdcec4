// Temperature and humidity of a room from the file of a logger (GBZ 331-2024 5.2.6.3.1 c), as a mean of each hour.

/** A line of the file. */
interface AirReading {
  /** `YYYY-MM-DD HH:mm:ss`. */
  readonly at: string;
  /** ℃ and %. */
  readonly temperature: number;
  readonly humidity: number | null;
}

/** Readings of an hour as a row of 实验室登记. */
export interface HourOfAir {
  readonly startAt: string;
  readonly endAt: string;
  readonly temperature: string;
  readonly humidity: string | null;
  readonly remark: string;
}

export const loggerTexts = {
  action: '导入温湿度记录',
  unreadable: '文件中没有找到时间和温度，请选择温湿度记录仪导出的CSV文件，首行须有“时间”“温度”的列名',
  nothingNew: '文件中的记录均已登记',
  confirm: (room: string, hours: number, from: string, to: string, known: number) =>
    `“${room}”${from.slice(0, 16)}至${to.slice(0, 16)}，按小时登记${hours}条${known ? `（另有${known}条已登记）` : ''}，确定写入吗？`,
  done: (hours: number) => `已登记${hours}条温湿度`,
  range: (label: string, low: number, high: number, unit: string) => `${label}${low}～${high}${unit}`,
} as const;

const columnPatterns = {
  time: /时间|日期|date|time/i,
  temperature: /温度|temp|℃|°C/i,
  humidity: /湿度|humid|RH/i,
} as const;

const momentPattern = /(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?[\sT]+(\d{1,2}):(\d{2})(?::(\d{2}))?/;

const twoDigits = (text: string): string => text.padStart(2, '0');

/** Parses a time such as 2026/5/1 8:05; null for another text. */
function momentOf(text: string): string | null {
  const match = momentPattern.exec(text);
  if (!match) return null;
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '0'] = match;
  if (Number(month) > 12 || Number(day) > 31 || Number(hour) > 23) return null;
  return `${year}-${twoDigits(month)}-${twoDigits(day)} ${twoDigits(hour)}:${minute}:${twoDigits(second)}`;
}

/** Parses a number with a unit behind it, e.g. 23.5℃; null for another text. */
function numberIn(text: string | undefined): number | null {
  const match = /^-?\d+(?:\.\d+)?/.exec(text?.trim() ?? '');
  return match ? Number(match[0]) : null;
}

const cellSeparators = ['\t', ';', ','] as const;

/**
 * Reads the lines of a logger's file: separated by comma, semicolon or tabulator, with a line of column names. Date and
 * time may stand in columns of their own. Lines without time or temperature are left out.
 * @returns readings in the order of time; none where the file has no such columns
 */
export function loggerReadings(text: string): AirReading[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim());
  const headAt = lines.findIndex((line) => columnPatterns.time.test(line) && columnPatterns.temperature.test(line));
  const head = lines[headAt];
  if (head === undefined) return [];
  const separator = cellSeparators.find((candidate) => head.includes(candidate)) ?? ',';
  const cellsOf = (line: string): string[] => line.split(separator).map((cell) => cell.replaceAll('"', '').trim());
  const names = cellsOf(head);
  const timeColumns = names.flatMap((name, index) => (columnPatterns.time.test(name) ? [index] : []));
  const columnOf = (pattern: RegExp): number =>
    names.findIndex((name, index) => pattern.test(name) && !timeColumns.includes(index));
  const humidityColumn = columnOf(columnPatterns.humidity);
  const temperatureColumn = columnOf(columnPatterns.temperature);
  return lines
    .slice(headAt + 1)
    .flatMap((line) => {
      const cells = cellsOf(line);
      const at = momentOf(timeColumns.map((column) => cells[column] ?? '').join(' '));
      const temperature = numberIn(cells[temperatureColumn]);
      return at === null || temperature === null
        ? []
        : [{ at, temperature, humidity: humidityColumn < 0 ? null : numberIn(cells[humidityColumn]) }];
    })
    .sort((first, other) => first.at.localeCompare(other.at));
}

const meanOf = (values: readonly number[]): string =>
  (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(1);

/** Returns the mean of each hour, with the lowest and the highest reading as remark. */
export function hoursOfAir(readings: readonly AirReading[]): HourOfAir[] {
  const byHour = new Map<string, AirReading[]>();
  for (const reading of readings) {
    const hour = reading.at.slice(0, 13);
    byHour.set(hour, [...(byHour.get(hour) ?? []), reading]);
  }
  return [...byHour].map(([hour, ofHour]) => {
    const temperatures = ofHour.map(({ temperature }) => temperature);
    const humidities = ofHour.flatMap(({ humidity }) => humidity ?? []);
    const ranges = [
      loggerTexts.range('温度', Math.min(...temperatures), Math.max(...temperatures), ' ℃'),
      ...(humidities.length
        ? [loggerTexts.range('相对湿度', Math.min(...humidities), Math.max(...humidities), '%')]
        : []),
    ];
    return {
      startAt: `${hour}:00:00`,
      endAt: `${hour}:59:59`,
      temperature: meanOf(temperatures),
      humidity: humidities.length ? meanOf(humidities) : null,
      remark: `记录仪${ofHour.length}个读数：${ranges.join('，')}`,
    };
  });
}
