import { checkFlow, deviationShown, sampledMinutes, sampledVolume } from '../lab/flow';
import { Decimal, settled } from '../lab/number';
import { attempt } from '../lab/problem';
import { standardVolume } from '../lab/standardVolume';
import type { FieldError } from '../schema';
import { siteTexts } from './siteTexts';

/** What was read on site of one sample, as the wire carries it. */
export interface Readings {
  /** `blank`: taken along, opened and closed; no air is drawn. */
  readonly sampleKind: string;
  /** L/min that the plan wants; null where no air is drawn through a pump (bags, direct reading). */
  readonly plannedFlow: string | null;
  readonly startTime: string | null;
  readonly endTime: string | null;
  readonly flowBefore: string | null;
  readonly flowAfter: string | null;
  readonly temperature: string | null;
  readonly pressure: string | null;
}

/** What follows from the readings; null where it can't be had yet. */
export interface Derived {
  readonly flow: string | null;
  readonly flowDeviation: string | null;
  readonly minutes: string | null;
  readonly volume: string | null;
  /** At full precision. */
  readonly standardVolume: string | null;
}

export interface ReadingsResult {
  readonly derived: Derived;
  /** V0 to three significant digits, for people (DOMAIN §1.4). */
  readonly standardVolumeText: string | null;
  /** The air lay outside the range, so that V0 is not V. */
  readonly converted: boolean;
  /** What can't be, at its field. */
  readonly faults: readonly FieldError[];
  /** Beyond 5 % (DOMAIN §1.5): why the sample is to be voided. */
  readonly voidReason: string | null;
  /** Names of the readings that are still to come. */
  readonly missing: readonly (keyof Readings)[];
  /** Nothing is missing and nothing is wrong: the sample is taken. */
  readonly complete: boolean;
}

const present = (value: string | null | undefined): value is string => value !== null && value !== undefined && value.trim() !== '';
const number = (value: string): Decimal | null => (/^-?(\d+(\.\d*)?|\.\d+)$/.test(value.trim()) ? new Decimal(value.trim()) : null);

/** Whether a thermometer and a barometer on site can have shown this (DOMAIN §8.3). */
export function airFaults({ temperature, pressure }: Pick<Readings, 'temperature' | 'pressure'>): FieldError[] {
  const faults: FieldError[] = [];
  if (present(temperature)) {
    const t = number(temperature);
    if (!t || t.lessThan(-40) || t.greaterThan(60)) faults.push({ field: 'temperature', message: siteTexts.badTemperature(temperature) });
  }
  if (present(pressure)) {
    const p = number(pressure);
    if (!p || p.lessThan(50) || p.greaterThan(110)) faults.push({ field: 'pressure', message: siteTexts.badPressure(pressure) });
  }
  return faults;
}

function timesOf({ startTime, endTime }: Readings): { minutes: number | null; faults: FieldError[] } {
  if (!present(startTime) || !present(endTime)) return { minutes: null, faults: [] };
  const taken = attempt(() => sampledMinutes(startTime, endTime));
  if (!taken.ok) return { minutes: null, faults: [{ field: 'endTime', message: taken.problem.code === 'outOfRange' ? siteTexts.endBeforeStart : taken.problem.message }] };
  if (taken.value > 1440) return { minutes: null, faults: [{ field: 'endTime', message: siteTexts.tooLong }] };
  return { minutes: taken.value, faults: [] };
}

function flowsOf({ flowBefore, flowAfter }: Readings): { check: ReturnType<typeof checkFlow> | null; faults: FieldError[]; voidReason: string | null } {
  const faults: FieldError[] = [];
  for (const [field, label, value] of [['flowBefore', '采样前流量', flowBefore], ['flowAfter', '采样后流量', flowAfter]] as const) {
    if (present(value) && !number(value)?.greaterThan(0)) faults.push({ field, message: siteTexts.flowNotPositive(label) });
  }
  if (faults.length || !present(flowBefore) || !present(flowAfter)) return { check: null, faults, voidReason: null };
  const check = checkFlow(flowBefore, flowAfter);
  if (check.passes) return { check, faults, voidReason: null };
  const deviation = deviationShown(check.deviation);
  return { check, faults: [{ field: 'flowAfter', message: siteTexts.flowFails(flowBefore, flowAfter, deviation) }], voidReason: siteTexts.flowVoidReason(flowBefore, flowAfter, deviation) };
}

/** Which readings a sample of this kind wants before it counts as taken. A blank is opened and closed: the time alone. */
export function wantedReadings({ sampleKind, plannedFlow }: Pick<Readings, 'sampleKind' | 'plannedFlow'>): readonly (keyof Readings)[] {
  if (sampleKind === 'blank') return ['startTime'];
  return plannedFlow === null ? ['startTime', 'endTime', 'temperature', 'pressure'] : ['flowBefore', 'startTime', 'endTime', 'flowAfter', 'temperature', 'pressure'];
}

/**
 * The one function that says what a sample's readings give (DOMAIN §1.4, §1.5): the screen shows it while people type, the server computes it again and
 * keeps its own answer. It never throws; what can't be is told at its field.
 */
export function sampleReadings(readings: Readings): ReadingsResult {
  const times = timesOf(readings);
  const flows = flowsOf(readings);
  const faults = [...times.faults, ...flows.faults, ...airFaults(readings)];
  const missing = wantedReadings(readings).filter((name) => !present(readings[name]));
  const volume = times.minutes !== null && flows.check?.passes ? sampledVolume(flows.check.mean, times.minutes) : null;
  const { temperature, pressure } = readings;
  const standard = volume && present(temperature) && present(pressure) ? attempt(() => standardVolume(volume, { temperature, pressure })) : null;
  const found = standard?.ok ? standard.value : null;
  return {
    derived: {
      flow: flows.check ? flows.check.mean.toString() : null,
      flowDeviation: flows.check ? settled(flows.check.deviation).toString() : null,
      minutes: times.minutes === null ? null : settled(new Decimal(times.minutes)).toString(),
      volume: volume ? volume.toString() : null,
      standardVolume: found ? found.volume.toString() : null,
    },
    standardVolumeText: found?.text ?? null,
    converted: found?.converted ?? false,
    faults,
    voidReason: flows.voidReason,
    missing,
    complete: missing.length === 0 && faults.length === 0,
  };
}
