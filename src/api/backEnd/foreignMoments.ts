import { momentText } from '@/lib/dateTexts';
import type { Entity } from '@contract/entity';

/** Date columns of every entity. */
const everywhere = ['createTime', 'updateTime', 'deleteTime'] as const;

/**
 * SPEC §9: converts ten digits, which another back end may send as seconds, to a time; any other value stays as it
 * is.
 * @returns `YYYY-MM-DD HH:mm:ss` in the organization's time zone
 */
export const momentIn = (value: unknown): unknown =>
  /^\d{10}$/.test(String(value)) ? momentText(new Date(Number(value) * 1000)) : value;

/** Converts the days and times of a row by {@link momentIn}. Returns the same row if nothing changes. */
export function withMoments<R>(entity: Entity, row: R): R {
  const source = row as Record<string, unknown>;
  const convertedValues: Record<string, unknown> = {};
  const names = Object.entries(entity.fields).filter(([, { kind }]) => kind === 'date' || kind === 'dateTime');
  for (const name of [...names.map(([field]) => field), ...everywhere]) {
    const moment = momentIn(source[name]);
    if (moment === source[name]) continue;
    convertedValues[name] = entity.fields[name]?.kind === 'date' ? String(moment).slice(0, 10) : moment;
  }
  return Object.keys(convertedValues).length ? { ...row, ...convertedValues } : row;
}
