import { describe, expect, it } from 'vitest';
import { messages } from '@contract/messages';
import { rules } from '@contract/rules';
import { sourcesOf, withoutComments } from './sources';

// DESIGN §2.9: what the specification quotes stands in the contract and nowhere else.

const quoted = [...new Set([...Object.values(messages), ...Object.values(rules).map(({ message }) => message)])].filter(
  (text) => [...text].length >= 6,
);
const elsewhere = sourcesOf('server', 'src');

describe('a text that the specification quotes', () => {
  it.each(quoted)('%s', (text) => {
    expect(elsewhere.filter((source) => source.text.includes(text)).map(({ path }) => path)).toEqual([]);
  });
});

describe('the sources', () => {
  it('give up no types', () => {
    const loose = /:\s*any\b|\bas any\b|@ts-ignore|@ts-nocheck/;
    expect(
      [...elsewhere, ...sourcesOf('contract')]
        .filter((source) => loose.test(withoutComments(source)))
        .map(({ path }) => path),
    ).toEqual([]);
  });

  it('IN3: put HTML into the page nowhere: 0 raw sinks, what is formatted is built from its cleaned elements', () => {
    expect(
      elsewhere
        .filter((source) => /dangerouslySetInnerHTML|\.innerHTML\s*=|document\.write/.test(withoutComments(source)))
        .map(({ path }) => path),
    ).toEqual([]);
  });
});
