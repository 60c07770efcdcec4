import { describe, expect, it } from 'vitest';
import { platformSections } from '@contract/features/platforms/platformFields';
import { findingsOf } from '@contract/features/platforms/pushFindings';

const many = (Object.keys(platformSections) as (keyof typeof platformSections)[]).filter(
  (name) => platformSections[name].many,
);
const of = { project: 1 } as unknown as Parameters<typeof findingsOf>[2];

describe('missing fields of a push', () => {
  it.each(many)(
    'an empty section %s of a platform submission counts as missing only if the platform requires it',
    (section) => {
      const payload = { [section]: [] } as unknown as Parameters<typeof findingsOf>[0];
      expect(findingsOf(payload, [section], of).map(({ field }) => field)).toEqual(
        platformSections[section].required ? [section] : [],
      );
    },
  );

  it('the sections tested for missing platform data include at least one required section', () =>
    expect(many.some((name) => platformSections[name].required)).toBe(true));
});
