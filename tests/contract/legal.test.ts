import { describe, expect, it } from 'vitest';
import { certificateAgreement } from '@contract/features/signIn/legal/certificateAgreement';
import { chineseNumeral, type LegalDocument, textOf } from '@contract/features/signIn/legal/legalDocument';
import { privacyPolicy } from '@contract/features/signIn/legal/privacyPolicy';

// SPEC §1, each fact as the text must state it.
const facts: readonly [string, LegalDocument, RegExp][] = [
  ['the certificate agreement is of 20 July 2022', certificateAgreement, /2022年7月20日/],
  [
    'signed data is kept for ten years after the certificate expires',
    certificateAgreement,
    /签名数据[^。]*证书有效期届满之日起不少于十年/,
  ],
  ['disputes over the service are raised within three months', certificateAgreement, /服务有异议[^。]*3个月内/],
  [
    'liability is capped at the fee paid for that service',
    certificateAgreement,
    /以订户就引起该责任的那一项服务已经实际支付的费用为限/,
  ],
  ['liability is at most 50,000 yuan', certificateAgreement, /最高不超过人民币50,000元/],
  ['children are those under 14', privacyPolicy, /儿童：未满14周岁/],
  ['access requests are answered within 10 working days', privacyPolicy, /收到您的请求[^。]*10个工作日内作出答复/],
  ['complaints are answered within 15 days', privacyPolicy, /收到投诉之日起15日内[^。]*答复/],
];

describe('legal texts', () => {
  it.each(facts)('the legal texts state that %s', (_fact, document, words) => {
    expect(textOf(document)).toMatch(words);
  });

  it.each([privacyPolicy, certificateAgreement])(
    'the legal text $title is complete, and its references to its own articles are valid',
    (document) => {
      const text = textOf(document);
      expect(text.length).toBeGreaterThan(3000);
      const numbers = document.sections.map((_, index) => chineseNumeral(index + 1));
      const own = text.replace(/》第[一二三四五六七八九十]+条/g, '》');
      for (const [, number] of own.matchAll(/第([一二三四五六七八九十]+)条/g)) expect(numbers).toContain(number);
      expect(new Set(document.sections.map(({ title }) => title)).size).toBe(document.sections.length);
    },
  );

  it('the legal texts repeat no paragraph, since the page uses paragraphs as keys', () => {
    for (const { preamble, sections } of [privacyPolicy, certificateAgreement]) {
      for (const blocks of [preamble, ...sections.map((section) => section.blocks)])
        expect(new Set(blocks.map(String)).size).toBe(blocks.length);
    }
  });
});

describe('chineseNumeral', () => {
  it.each([
    [1, '一'],
    [9, '九'],
    [10, '十'],
    [13, '十三'],
    [20, '二十'],
    [21, '二十一'],
  ])('chineseNumeral writes %i as %s', (number, words) => {
    expect(chineseNumeral(number)).toBe(words);
  });
});
