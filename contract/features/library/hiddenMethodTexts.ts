/** Texts about hiding methods of the common library. */
export const hiddenTexts = {
  hide: '在本机构隐藏',
  show: '恢复显示',
  ask: (count: number) =>
    `隐藏后，选中的${count}个公共方法不再出现在本机构的方法库、选择框和采样方案中；已使用的方案与记录不变。确定隐藏吗？`,
  hidden: (count: number) => `已隐藏${count}个公共方法`,
  shown: (count: number) => `已恢复显示${count}个公共方法`,
  own: (title: string) => `“${title}”是本机构的方法，不能隐藏；不再使用时请停用`,
  ownOfSameName: (title: string) => `本机构有同名的方法“${title}”，不能恢复显示；请先更改本机构方法的名称`,
} as const;
