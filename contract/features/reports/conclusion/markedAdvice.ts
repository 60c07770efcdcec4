// Advice for items whose limit is marked 皮, 敏 or G (GBZ 331-2024 5.2.8.2 i, 6.2.9.2.3 b; GBZ 2.1-2019 A.4–A.6).

const advicePhrases = [
  [/皮/, '可经皮肤吸收', '应避免皮肤和黏膜直接接触，配备防渗透的防护手套和防护服'],
  [/敏/, '可能致敏', '应减少接触，对已致敏的劳动者调离该岗位'],
  [/G1|G2A|G2B/, '为致癌物（{mark}）', '应采取替代、密闭、自动化等措施，尽可能降低接触'],
] as const;

/** A hazard with its marks as the library states them, e.g. `皮，G1`. */
export interface MarkedHazard {
  readonly name: string;
  readonly marks: string | null;
}

/** Returns a sentence for each marked hazard that tells the employer how to cut contact. */
export const markedAdvice = (hazards: readonly MarkedHazard[]): string[] =>
  hazards.flatMap(({ name, marks }) => {
    const matchingAdvice = advicePhrases.filter(([pattern]) => pattern.test(marks ?? ''));
    if (!matchingAdvice.length) return [];
    const carcinogen = /G1|G2A|G2B/.exec(marks ?? '')?.[0] ?? '';
    return [
      `${name}${matchingAdvice.map(([, why]) => why.replace('{mark}', carcinogen)).join('、')}，${matchingAdvice.map(([, , action]) => action).join('；')}。`,
    ];
  });
