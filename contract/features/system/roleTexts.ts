/** Texts about assigning roles, for the pages of roles and users. */
export const roleTexts = {
  nothingChosen: '请选择要增加或移除的角色',
  assign: '分配用户',
  change: '调整角色',
  add: '分配角色',
  remove: '移除角色',
  copy: '复制角色',
  copyPrompt: (name: string): string => `复制“${name}”及其菜单权限，请输入新角色的名称`,
  copyName: (name: string): string => `${name}（副本）`,
  noName: '请输入角色名称',
  compare: '对比角色',
  compareTitle: (firstName: string, other: string): string => `对比：${firstName}与${other}`,
  same: '两个角色的菜单权限相同',
  differ: (firstName: string, ownCount: number, other: string, otherCount: number): string =>
    `${firstName}独有${ownCount}项，${other}独有${otherCount}项`,
  changed: (count: number): string => `已调整${count}人，其登录已退出，重新登录后生效`,
} as const;
