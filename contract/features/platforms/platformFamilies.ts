import type { fixedDictionaries } from '@contract/dictionaries';
import { isExchange } from './exchange/adapterNames';
import type { SectionName } from './platformPayload';

// Two families of platforms that share one type of page. This file contains their differences.

export type PlatformFamily = (typeof fixedDictionaries.platformFamily)[number]['value'];
export type PushPart = (typeof fixedDictionaries.pushPart)[number]['value'];
export type PushOperation = (typeof fixedDictionaries.pushOperation)[number]['value'];

/**
 * Parts of each family. The province accepts a report in three parts, each from its own page (SPEC §2); the zone
 * accepts all at once.
 */
export const partsOfFamily: Readonly<Record<PlatformFamily, readonly PushPart[]>> = {
  differentPlatform: ['survey', 'report', 'data'],
  samePlatform: ['whole'],
};

/**
 * Returns the parts that a platform of a family accepts; the message of an adapter is one part
 * (`exchange/exchangeAdapters.ts`).
 */
export const partsOf = (family: PlatformFamily, adapter: string | null | undefined): readonly PushPart[] =>
  isExchange(adapter) ? ['whole'] : partsOfFamily[family];

/** Sections of each part (DOMAIN §7.8). */
export const sectionsOfPart: Readonly<Record<PushPart, readonly SectionName[]>> = {
  survey: ['org', 'project', 'employer', 'points'],
  report: ['org', 'project', 'employer', 'summary', 'attachments'],
  data: ['org', 'project', 'employer', 'points', 'results', 'summary'],
  whole: ['org', 'project', 'employer', 'points', 'results', 'summary', 'attachments'],
};

/** Returns whether a value names a family of platforms. */
export const isFamily = (name: unknown): name is PlatformFamily =>
  typeof name === 'string' && Object.hasOwn(partsOfFamily, name);
