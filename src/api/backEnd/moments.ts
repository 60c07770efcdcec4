import { momentText } from '@/lib/dates';
import type { Entity } from '@contract/entity';

/** The columns that every entity has. */
const everywhere = ['createTime', 'updateTime', 'deleteTime'] as const;

/**
 * SPEC §9: ten digits are seconds, which another back end may send for a moment; anything else stays as it is.
 * @returns `YYYY-MM-DD HH:mm:ss` where the organization is
 */
export const momentIn = (value: unknown): unknown =>
  /^\d{10}$/.test(String(value)) ? momentText(new Date(Number(value) * 1000)) : value;

/** A row whose days and moments are read by {@link momentIn}; the same row where nothing changes. */
export function withMoments<R>(entity: Entity, row: R): R {
  const told = row as Record<string, unknown>;
  const read: Record<string, unknown> = {};
  const names = Object.entries(entity.fields).filter(([, { kind }]) => kind === 'date' || kind === 'dateTime');
  for (const name of [...names.map(([one]) => one), ...everywhere]) {
    const moment = momentIn(told[name]);
    if (moment === told[name]) continue;
    read[name] = entity.fields[name]?.kind === 'date' ? String(moment).slice(0, 10) : moment;
  }
  return Object.keys(read).length ? { ...row, ...read } : row;
}
