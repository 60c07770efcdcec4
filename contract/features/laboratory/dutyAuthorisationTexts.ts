export const dutyAuthorisationTexts = {
  /** To-do of an administrator: a form waits for somebody with a duty that nobody has. */
  vacant: (duty: string): string => `没有人可以签“${duty}”，请登记岗位授权`,
  noDuties: '请选择授权事项',
  unknownDuty: '授权事项不正确',
  anyCategory: '不限领域',
  mayNotGive: '您没有岗位授权的权限，不能更改岗位授权；请保留原内容，或由机构管理员登记',
  givenSince: (title: string): string => `“${title}”的岗位授权在导入后登记或修改过，不能撤销这次导入；请逐个停用`,
  /**
   * Returns the message that a person is not authorised for a duty.
   * @param categories fields that the authorisation does not cover; empty where the person has no valid authorisation
   */
  notAuthorised: (name: string, duty: string, categories: readonly string[]): string =>
    `${name}没有有效的“${duty}”授权${categories.length ? `（${categories.join('、')}）` : ''}，不能办理；请由机构管理员在“用户管理”的“岗位授权”中登记`,
} as const;
