import { CalculationProblem } from '../numbers/calculationProblem';
import {
  Decimal,
  fromFloat,
  meanOf,
  notNegative,
  numberOf,
  type Numeric,
  positiveBounds,
  withoutCalculationNoise,
  sumOf,
} from '../numbers/decimalNumbers';

// Physical factors (GBZ 2.2-2007, GBZ/T 189; DOMAIN §2.6). Noise and vibration are averaged by energy, never by hours
// alone. The limits are stored in the library.

const levelBounds = { atLeast: '0', atMost: '200' } as const;
const energyOf = (level: Numeric): number => 10 ** (numberOf(level, '声级', levelBounds).toNumber() / 10);
const levelOf = (energy: number): Decimal => fromFloat(10 * Math.log10(energy), '声级');

/** A sound level in dB(A) over a time in hours. */
interface NoisePart {
  readonly level: Numeric;
  readonly hours: Numeric;
}

const hoursOf = (hours: Numeric): Decimal => numberOf(hours, '接触时间', { above: '0', atMost: '24' });

/**
 * Returns L_Aeq,T = 10·lg[(1/T)·ΣTi·10^(0.1·Li)], dB(A).
 * @param noiseParts level in dB(A) and hours of each part
 * @returns the level and the total time T in hours
 * @throws CalculationProblem without parts or for more than 24 h
 */
export function equivalentLevel(noiseParts: readonly NoisePart[]): {
  readonly level: Decimal;
  readonly hours: Decimal;
} {
  if (noiseParts.length === 0) throw new CalculationProblem('notEnough', '请填写声级和接触时间');
  const hours = sumOf(noiseParts.map((part) => hoursOf(part.hours)));
  if (hours.greaterThan(24)) throw new CalculationProblem('outOfRange', '接触时间合计不能超过24h');
  const energy = noiseParts.reduce(
    (sum, { level, hours: time }) => sum + hoursOf(time).toNumber() * energyOf(level),
    0,
  );
  return { level: levelOf(energy / hours.toNumber()), hours };
}

/**
 * Returns L_EX,8h = L_Aeq,Te + 10·lg(Te/8), dB(A).
 * @param level L_Aeq,Te, dB(A)
 * @param hours Te, h per day
 * @throws CalculationProblem for a level or hours out of range
 */
export const dailyExposureLevel = (level: Numeric, hours: Numeric): Decimal =>
  withoutCalculationNoise(
    numberOf(level, '等效声级', levelBounds).plus(fromFloat(10 * Math.log10(hoursOf(hours).toNumber() / 8), '声级')),
  );

/**
 * Returns L_EX,W = 10·lg[(1/5)·Σ10^(0.1·L_EX,8h)], dB(A), for a week of 40 h. The divisor is 5 for any number of
 * days.
 * @param days L_EX,8h of each day, dB(A)
 * @throws CalculationProblem unless there are 1 to 7 days
 */
export function weeklyExposureLevel(days: readonly Numeric[]): Decimal {
  if (days.length === 0 || days.length > 7) throw new CalculationProblem('outOfRange', '每周工作日应为1～7天');
  return levelOf(days.reduce<number>((sum, level) => sum + energyOf(level), 0) / 5);
}

/**
 * Returns L_EX,W of a week with equal days, dB(A).
 * @param daily L_EX,8h, dB(A)
 * @param days per week; fractions are allowed, e.g. 5.5 for alternating weeks of five and six days
 * @throws CalculationProblem outside 0 to 7 days
 */
export function weeklyLevelOfEqualDays(daily: Numeric, days: Numeric): Decimal {
  const count = numberOf(days, '每周工作日', { above: '0', atMost: '7' });
  return levelOf((energyOf(daily) * count.toNumber()) / 5);
}

/**
 * Returns the energy mean of readings at a fixed point, dB(A).
 * @throws CalculationProblem without readings
 */
export function energyMean(readings: readonly Numeric[]): Decimal {
  if (readings.length === 0) throw new CalculationProblem('notEnough', '请填写声级读数');
  return levelOf(readings.reduce<number>((sum, level) => sum + energyOf(level), 0) / readings.length);
}

/**
 * Returns whether the work counts as 噪声作业: L_EX of 80 dB(A) or more.
 * @param level L_EX, dB(A)
 * @throws CalculationProblem for a level that is not a number or out of bounds
 */
export const isNoiseWork = (level: Numeric): boolean =>
  withoutCalculationNoise(numberOf(level, '声级', levelBounds)).greaterThanOrEqualTo(80);

/**
 * Returns the grade of noise work by our reading of GBZ/T 229.4; undefined below 85 dB(A).
 * @param level L_EX, dB(A)
 * @throws CalculationProblem for a level that is not a number or out of bounds
 */
export function noiseGrade(level: Numeric): '轻度' | '中度' | '重度' | '极重' | undefined {
  const soundLevel = withoutCalculationNoise(numberOf(level, '声级', levelBounds));
  if (soundLevel.lessThan(85)) return undefined;
  return soundLevel.lessThan(90)
    ? '轻度'
    : soundLevel.lessThan(95)
      ? '中度'
      : soundLevel.lessThan(100)
        ? '重度'
        : '极重';
}

const temperatureOf = (value: Numeric, label: string): Decimal =>
  numberOf(value, label, { atLeast: '-40', atMost: '150' });

/** Natural wet bulb and globe temperature, ℃; in the sun also the air temperature. */
interface HeatReading {
  readonly wetBulb: Numeric;
  readonly globe: Numeric;
  readonly air?: Numeric | null;
}

/**
 * Returns WBGT in ℃: 0.7·tnw + 0.3·tg without sun; 0.7·tnw + 0.2·tg + 0.1·ta in the sun. Temperatures in ℃.
 * @throws CalculationProblem for a temperature out of range
 */
export function wbgtOf({ wetBulb, globe, air }: HeatReading): Decimal {
  const wet = temperatureOf(wetBulb, '自然湿球温度').times('0.7');
  const radiant = temperatureOf(globe, '黑球温度');
  return air === null || air === undefined
    ? wet.plus(radiant.times('0.3'))
    : wet.plus(radiant.times('0.2')).plus(temperatureOf(air, '干球温度').times('0.1'));
}

/**
 * Returns the WBGT of three heights, ℃: (head + 2·abdomen + ankle)/4. Source: GBZ/T 189.7.
 * @param head WBGT at the height of the head, ℃
 * @param abdomen WBGT at the height of the abdomen, ℃; it counts twice
 * @param ankle WBGT at the height of the ankle, ℃
 * @throws CalculationProblem for a value that is not a number
 */
export const wbgtOfHeights = (head: Numeric, abdomen: Numeric, ankle: Numeric): Decimal =>
  temperatureOf(head, '头部WBGT')
    .plus(temperatureOf(abdomen, '腹部WBGT').times(2))
    .plus(temperatureOf(ankle, '踝部WBGT'))
    .dividedBy(4);

/**
 * Returns the time-weighted WBGT, ℃: ΣWBGTi·ti/Σti, with the total time in min.
 * @throws CalculationProblem without parts, or for a time not above 0
 */
export function timeWeightedWbgt(parts: readonly { readonly wbgt: Numeric; readonly minutes: Numeric }[]): {
  readonly wbgt: Decimal;
  readonly minutes: Decimal;
} {
  if (parts.length === 0) throw new CalculationProblem('notEnough', '请填写WBGT指数和接触时间');
  const minutes = sumOf(parts.map((part) => numberOf(part.minutes, '接触时间', positiveBounds)));
  return {
    wbgt: withoutCalculationNoise(
      sumOf(
        parts.map((part) => temperatureOf(part.wbgt, 'WBGT指数').times(numberOf(part.minutes, '接触时间'))),
      ).dividedBy(minutes),
    ),
    minutes,
  };
}

/** Returns whether the work counts as 高温作业: WBGT of 25 ℃ or more. */
export const isHeatWork = (index: Numeric): boolean =>
  withoutCalculationNoise(temperatureOf(index, 'WBGT指数')).greaterThanOrEqualTo(25);

/** Frequency-weighted acceleration along three axes, m/s². */
export type AxisAccelerations = readonly [x: Numeric, y: Numeric, z: Numeric];

const accelerationOf = (value: Numeric): Decimal => numberOf(value, '振动加速度', notNegative);

/**
 * Returns a_hv = √(x²+y²+z²), m/s² (GBZ/T 189.9-2025 7.2).
 * @param axes accelerations, m/s²
 */
const vibrationTotal = (axes: AxisAccelerations): Decimal =>
  withoutCalculationNoise(sumOf(axes.map((axis) => accelerationOf(axis).pow(2))).squareRoot());

/** Minimum number of measurements at a point (GBZ/T 189.9-2025 5.3). */
export const minVibrationReadings = 3;

/**
 * Returns a_hv of a point, m/s²: the arithmetic mean of at least three measurements (GBZ/T 189.9-2025 5.3).
 * @throws CalculationProblem for fewer than three
 */
export function meanVibrationTotal(readings: readonly AxisAccelerations[]): Decimal {
  if (readings.length < minVibrationReadings)
    throw new CalculationProblem('notEnough', `手传振动至少测量${minVibrationReadings}次，请补充读数`);
  return withoutCalculationNoise(meanOf(readings.map(vibrationTotal), '振动加速度'));
}

/**
 * Returns the acceleration of a point's dominant axis, m/s²: the largest of the axes' means (GBZ/T 189.9-2007, until
 * 2026-01-31).
 * @throws CalculationProblem without readings
 */
export function dominantAxis(readings: readonly AxisAccelerations[]): Decimal {
  const axisMeans = [0, 1, 2].map((axis) =>
    meanOf(
      readings.map((reading) => accelerationOf(reading[axis] as Numeric)),
      '振动加速度',
    ),
  );
  return withoutCalculationNoise(axisMeans.reduce((mean, other) => (mean.greaterThan(other) ? mean : other)));
}

/**
 * Returns the higher of the values of both hands, m/s² (GBZ/T 189.9-2025 5.5).
 * @throws CalculationProblem without a value
 */
export const higherHand = (hands: readonly Numeric[]): Decimal => {
  if (hands.length === 0) throw new CalculationProblem('notEnough', '请填写振动加速度');
  return hands.map(accelerationOf).reduce((value, other) => (value.greaterThan(other) ? value : other));
};

/** Vibration of one tool or task and its hours per day. */
interface VibrationPart {
  /** Acceleration, m/s². */
  readonly acceleration: Numeric;
  readonly hours: Numeric;
}

function energyOfVibration(parts: readonly VibrationPart[]): Decimal {
  if (parts.length === 0) throw new CalculationProblem('notEnough', '请填写振动加速度和接振时间');
  return sumOf(parts.map(({ acceleration: size, hours }) => accelerationOf(size).pow(2).times(hoursOf(hours))));
}

/**
 * Returns a_hw(4) = √(Σa²·T/4), m/s², of the dominant axis (GBZ 331-2024 G.2; sampling before 2026-02-01).
 * @param parts acceleration a, m/s², and time T, h, of each
 */
export const handArmVibration = (parts: readonly VibrationPart[]): Decimal =>
  withoutCalculationNoise(energyOfVibration(parts).dividedBy(4).squareRoot());

/**
 * Returns A(8) = √(Σa_hv²·T/8), m/s² (GBZ/T 189.9-2025 7.3).
 * @param parts acceleration a_hv, m/s², and time T, h, of each
 */
export const dailyVibration = (parts: readonly VibrationPart[]): Decimal =>
  withoutCalculationNoise(energyOfVibration(parts).dividedBy(8).squareRoot());

/** Factor that converts A(8) of three axes to a_hw(4) of the dominant axis; the limit is given for a_hw(4). */
export const fourHourFactor = '0.94';

/** Converts A(8) to a_hw(4) = 0.94·A(8), m/s² (GBZ/T 189.9-2025 7.4). */
export const fourHourVibration = (daily: Numeric): Decimal =>
  withoutCalculationNoise(accelerationOf(daily).times(fourHourFactor));

/**
 * Returns the effective irradiance of 电焊弧光, μW/cm²: E_eff = 0.00011·E_A + 0.64·E_B + 0.5·E_C.
 * @param a irradiance of UV-A (长波), μW/cm²
 * @param b irradiance of UV-B (中波), μW/cm²
 * @param c irradiance of UV-C (短波), μW/cm²
 * @throws CalculationProblem for a negative irradiance
 */
export const effectiveIrradiance = (a: Numeric, b: Numeric, c: Numeric): Decimal => {
  const part = (value: Numeric, band: string, weight: string) =>
    numberOf(value, `${band}波紫外辐照度`, { atLeast: '0' }).times(weight);
  return part(a, '长', '0.00011')
    .plus(part(b, '中', '0.64'))
    .plus(part(c, '短', '0.5'));
};

/** Daily dose of microwaves, μW·h/cm². The limit for exposures other than 8 h is calculated from it. */
const microwaveDoses = { continuous: '400', pulsed: '200', limb: '4000' } as const;

/**
 * Returns the allowed power density of microwaves for t hours, μW/cm². The ceiling for short exposures is a separate
 * limit.
 * @param hours t, h per day
 */
export const microwaveLimit = (kind: keyof typeof microwaveDoses, hours: Numeric): Decimal =>
  new Decimal(microwaveDoses[kind]).dividedBy(hoursOf(hours));

/**
 * Returns the mean illuminance of the grid's points, lx (GB/T 5700).
 * @throws CalculationProblem without points
 */
export const meanIlluminance = (points: readonly Numeric[]): Decimal =>
  meanOf(
    points.map((point) => numberOf(point, '照度', { atLeast: '0' })),
    '照度读数',
  );

/**
 * Converts an electric field to the power density P = E²/3770, mW/cm² (GBZ 331-2024 G.2).
 * @param field E, V/m
 * @throws CalculationProblem for a negative field
 */
export const powerDensity = (field: Numeric): Decimal =>
  withoutCalculationNoise(numberOf(field, '电场强度', notNegative).pow(2).dividedBy(3770));

/** An electric field and its hours of exposure. */
interface FieldPart {
  readonly field: Numeric;
  readonly hours: Numeric;
}

/**
 * Returns E8 = √[(1/8)·ΣE²·T], in the unit of the fields (GBZ 331-2024 G.2).
 * @param fieldParts field E and time T, h, of each
 * @throws CalculationProblem without parts
 */
export function fieldOfEightHours(fieldParts: readonly FieldPart[]): Decimal {
  if (fieldParts.length === 0) throw new CalculationProblem('notEnough', '请填写电场强度和接触时间');
  return withoutCalculationNoise(
    sumOf(fieldParts.map(({ field, hours }) => numberOf(field, '电场强度', notNegative).pow(2).times(hoursOf(hours))))
      .dividedBy(8)
      .squareRoot(),
  );
}
