import { describe, expect, it } from 'vitest';
import { platformSections } from '@contract/features/platforms/platformFields';
import { findingsOf } from '@contract/features/platforms/pushFindings';

const many = (Object.keys(platformSections) as (keyof typeof platformSections)[]).filter(
  (name) => platformSections[name].many,
);
const of = { project: 1 } as unknown as Parameters<typeof findingsOf>[2];

describe('missing fields of a push', () => {
  it.each(many)('missing fields of a push include an empty part %s only where it is required', (section) => {
    const payload = { [section]: [] } as unknown as Parameters<typeof findingsOf>[0];
    expect(findingsOf(payload, [section], of).map(({ field }) => field)).toEqual(
      platformSections[section].required ? [section] : [],
    );
  });

  it('missing fields of a push cover a required part', () =>
    expect(many.some((name) => platformSections[name].required)).toBe(true));
});
