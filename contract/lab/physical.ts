import { Decimal, fromFloat, meanOf, numberOf, type Numeric, positive, settled, sumOf } from './number';
import { LabProblem } from './problem';

// 物理因素 (GBZ 2.2-2007, GBZ/T 189; DOMAIN §2.6). Noise and vibration are averaged by energy, never by hours alone. The limits are the library's.

const levelBounds = { atLeast: '0', atMost: '200' } as const;
const energyOf = (level: Numeric): number => 10 ** (numberOf(level, '声级', levelBounds).toNumber() / 10);
const levelOf = (energy: number): Decimal => fromFloat(10 * Math.log10(energy), '声级');

/** A level, dB(A), through so many hours. */
export interface NoisePart {
  readonly level: Numeric;
  readonly hours: Numeric;
}

const hoursOf = (hours: Numeric): Decimal => numberOf(hours, '接触时间', { above: '0', atMost: '24' });

/** L_Aeq,T = 10·lg[(1/T)·ΣTi·10^(0.1·Li)]. */
export function equivalentLevel(parts: readonly NoisePart[]): { readonly level: Decimal; readonly hours: Decimal } {
  if (parts.length === 0) throw new LabProblem('notEnough', '请填写声级和接触时间');
  const hours = sumOf(parts.map((part) => hoursOf(part.hours)));
  if (hours.greaterThan(24)) throw new LabProblem('outOfRange', '接触时间合计不能超过24h');
  const energy = parts.reduce((sum, { level, hours: time }) => sum + hoursOf(time).toNumber() * energyOf(level), 0);
  return { level: levelOf(energy / hours.toNumber()), hours };
}

/** L_EX,8h = L_Aeq,Te + 10·lg(Te/8). */
export const dailyExposureLevel = (level: Numeric, hours: Numeric): Decimal =>
  settled(numberOf(level, '等效声级', levelBounds).plus(fromFloat(10 * Math.log10(hoursOf(hours).toNumber() / 8), '声级')));

/** L_EX,W = 10·lg[(1/5)·Σ10^(0.1·L_EX,8h)]: 40 h, the divisor 5 however many days. */
export function weeklyExposureLevel(days: readonly Numeric[]): Decimal {
  if (days.length === 0 || days.length > 7) throw new LabProblem('outOfRange', '每周工作日应为1～7天');
  return levelOf(days.reduce<number>((sum, level) => sum + energyOf(level), 0) / 5);
}

/** The same of a week whose days are all alike: 5.5 days are 5.5, as of weeks of five and six in turn. */
export function weekOf(daily: Numeric, days: Numeric): Decimal {
  const count = numberOf(days, '每周工作日', { above: '0', atMost: '7' });
  return levelOf((energyOf(daily) * count.toNumber()) / 5);
}

/** Readings at a fixed point: their energy mean. */
export function energyMean(readings: readonly Numeric[]): Decimal {
  if (readings.length === 0) throw new LabProblem('notEnough', '请填写声级读数');
  return levelOf(readings.reduce<number>((sum, level) => sum + energyOf(level), 0) / readings.length);
}

/** 噪声作业: L_EX of 80 dB(A) and more. */
export const isNoiseWork = (level: Numeric): boolean => settled(numberOf(level, '声级', levelBounds)).greaterThanOrEqualTo(80);

/** GBZ/T 229.4, our reading of it; undefined below 85 dB(A). */
export function noiseGrade(level: Numeric): '轻度' | '中度' | '重度' | '极重' | undefined {
  const size = settled(numberOf(level, '声级', levelBounds));
  if (size.lessThan(85)) return undefined;
  return size.lessThan(90) ? '轻度' : size.lessThan(95) ? '中度' : size.lessThan(100) ? '重度' : '极重';
}

const temperatureOf = (value: Numeric, label: string): Decimal => numberOf(value, label, { atLeast: '-40', atMost: '150' });

/** Natural wet bulb, globe and, in the sun, air temperature, ℃. */
export interface HeatReading {
  readonly wetBulb: Numeric;
  readonly globe: Numeric;
  readonly air?: Numeric | null;
}

/** 0.7·tnw + 0.3·tg indoors; 0.7·tnw + 0.2·tg + 0.1·ta in the sun. */
export function wbgt({ wetBulb, globe, air }: HeatReading): Decimal {
  const wet = temperatureOf(wetBulb, '自然湿球温度').times('0.7');
  const radiant = temperatureOf(globe, '黑球温度');
  return air === null || air === undefined ? wet.plus(radiant.times('0.3')) : wet.plus(radiant.times('0.2')).plus(temperatureOf(air, '干球温度').times('0.1'));
}

/** (head + 2·abdomen + ankle)/4. */
export const wbgtOfHeights = (head: Numeric, abdomen: Numeric, ankle: Numeric): Decimal =>
  temperatureOf(head, '头部WBGT').plus(temperatureOf(abdomen, '腹部WBGT').times(2)).plus(temperatureOf(ankle, '踝部WBGT')).dividedBy(4);

/** ΣWBGTi·ti/Σti. */
export function timeWeightedWbgt(parts: readonly { readonly wbgt: Numeric; readonly minutes: Numeric }[]): { readonly wbgt: Decimal; readonly minutes: Decimal } {
  if (parts.length === 0) throw new LabProblem('notEnough', '请填写WBGT指数和接触时间');
  const minutes = sumOf(parts.map((part) => numberOf(part.minutes, '接触时间', positive)));
  return { wbgt: settled(sumOf(parts.map((part) => temperatureOf(part.wbgt, 'WBGT指数').times(numberOf(part.minutes, '接触时间')))).dividedBy(minutes)), minutes };
}

/** 高温作业: WBGT of 25 ℃ and more. */
export const isHeatWork = (index: Numeric): boolean => settled(temperatureOf(index, 'WBGT指数')).greaterThanOrEqualTo(25);

/** 4 h energy-equivalent acceleration of one or several tools: √(Σa²·T/4), m/s², of the dominant axis; T in h. */
export function handArmVibration(parts: readonly { readonly acceleration: Numeric; readonly hours: Numeric }[]): Decimal {
  if (parts.length === 0) throw new LabProblem('notEnough', '请填写振动加速度和接振时间');
  return settled(sumOf(parts.map(({ acceleration, hours }) => numberOf(acceleration, '振动加速度', { atLeast: '0' }).pow(2).times(hoursOf(hours)))).dividedBy(4).squareRoot());
}

/** 电焊弧光: E_eff = 0.00011·E_A + 0.64·E_B + 0.5·E_C, μW/cm². */
export const effectiveIrradiance = (a: Numeric, b: Numeric, c: Numeric): Decimal => {
  const part = (value: Numeric, band: string, weight: string) => numberOf(value, `${band}波紫外辐照度`, { atLeast: '0' }).times(weight);
  return part(a, '长', '0.00011').plus(part(b, '中', '0.64')).plus(part(c, '短', '0.5'));
};

/** Daily dose of microwaves, μW·h/cm²: what the power density of another time than 8 h comes from. */
export const microwaveDoses = { continuous: '400', pulsed: '200', limb: '4000' } as const;

/** μW/cm² allowed for t hours; the ceiling of short times is a limit of its own. */
export const microwaveLimit = (kind: keyof typeof microwaveDoses, hours: Numeric): Decimal => new Decimal(microwaveDoses[kind]).dividedBy(hoursOf(hours));

/** 照度: mean of the grid's points, lx (GB/T 5700). */
export const meanIlluminance = (points: readonly Numeric[]): Decimal => meanOf(points.map((point) => numberOf(point, '照度', { atLeast: '0' })), '照度读数');
