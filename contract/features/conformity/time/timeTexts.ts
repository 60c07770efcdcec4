/** Texts of 时间核查. */
export const timeTexts = { empty: '在办项目没有与时间规则不符之处' } as const;
