import { describe, expect, it } from 'vitest';
import { safeRichText, withChangedText } from '@server/crud/safeRichText';
import { maskIdentity, maskOthers, maskPersonal, maskPhone } from '@server/features/publicity/maskPersonalData';

describe('public text (AZ10)', () => {
  it.each([
    ['13857106241', '138****6241'],
    [
      '联系人沈建国13857106241，备用138 5710 6241或138-5710-6241',
      '联系人沈建国138****6241，备用138****6241或138****6241',
    ],
    ['+86 13857106241', '138****6241'],
    ['１３８５７１０６２４１', '138****6241'],
    ['0571-87654321', '0571-****4321'],
    ['(0571)87654321转8', '(0571)****4321转8'],
    ['053212345678', '0532-****5678'],
  ])('a public text contains no telephone number: %s', (written, shown) => {
    expect(maskPersonal(written)).toBe(shown);
  });

  it.each([
    ['13857106241', '138****6241'],
    ['0571-87654321转8', '0571-****4321转8'],
    ['87654321', '****4321'],
    ['8765432', '****5432'],
    ['138.5710.6241', '****6241'],
    ['400-820-8820', '****8820'],
    ['0571－87654321', '****4321'],
    ['13857106241、87654321', '138****6241、****4321'],
    ['转8801', '转8801'],
  ])('a public text contains no complete number in a telephone field: %s', (written, shown) => {
    expect(maskPhone(written)).toBe(shown);
  });

  it.each([
    ['330106199001011234', '330106********1234'],
    ['身份证33010619900101123X。', '身份证330106********123X。'],
  ])('a public text contains no identity number: %s', (written, shown) => {
    expect(maskPersonal(written)).toBe(shown);
    expect(maskIdentity(written)).toBe(shown);
  });

  it.each([
    'HPJC-2026-DQ-0012',
    '91330113MAK7QEAT0H',
    '2026-03-12',
    '浓度0.138mg/m³',
    'GBZ 2.1-2019',
    '第202603120013号',
    '2026DQ0001',
    '（浙）职卫技字〔2023〕第0286号',
    '',
    '300.13-2017',
  ])('a public text keeps numbers that are not personal: %s', (written) => {
    expect(maskPersonal(written)).toBe(written);
  });

  it('a public text keeps a telephone number that is published on purpose, but never an identity number', () => {
    expect(maskIdentity('热线0571-87654321，330106199001011234')).toBe('热线0571-87654321，330106********1234');
  });

  it('a public text keeps an organization’s own telephone numbers, in any grouping', () => {
    const own = ['13588063917', '0571-87654321'];
    expect(maskOthers('机构135 8806 3917、(0571)87654321，联系人13857106241', own)).toBe(
      '机构135 8806 3917、(0571)87654321，联系人138****6241',
    );
  });

  it('a public text masks numbers in the words of formatted text and not in its link addresses', () => {
    const html = '<p>电话<b>13857106241</b></p><p><a href="https://example.com/13857106241">详情</a></p>';
    expect(withChangedText(safeRichText(html), maskPersonal)).toBe(
      '<p>电话<b>138****6241</b></p><p><a href="https://example.com/13857106241" target="_blank" rel="noopener noreferrer">详情</a></p>',
    );
  });
});
