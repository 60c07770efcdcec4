/** Texts about the contacts of a unit. */
export const contactTexts = {
  title: '联系人',
  mainNeeded: (name: string) => `${name}是主要联系人，不能直接取消；请将另一位设为主要联系人`,
  mainStays: (name: string) => `${name}是主要联系人，不能删除；请先将另一位设为主要联系人`,
  sameName: (name: string) => `该单位已有联系人“${name}”，请直接修改或注明区别`,
  otherUnit: '所选联系人不是该受检单位的联系人，请重新选择',
} as const;
