// Every text that the specification prescribes, letter for letter (SPEC §5, §6, §8).

export const messages = {
  submitted: '提交成功',
  added: '新增成功',
  edited: '编辑成功',
  deleted: '删除成功',
  imported: '导入成功',
  uploaded: '上传成功',
  resetDone: '重置成功',
  copied: '复制成功',
  pasted: '粘贴成功',
  removed: '移除成功',
  related: '关联成功',
  downloaded: '下载成功',

  confirmDelete: '确定删除本条数据吗？',
  confirmReset: '确定重置本条数据吗？',
  confirmRelate: '确定关联本条数据吗?',
  confirmCancelRelate: '确定取消关联本条数据吗?',
  confirmLogout: '确定注销并退出系统吗？',

  timeout: '网络请求超时',
  requestFailed: '接口请求失败',
  expired: '系统到期,请续费',
  sessionExpired: '当前登录状态已过期，请重新登录！',
  noApp: '暂无APP软件',
  noHelp: '暂未提供帮助文档',
  sizeChanged: '布局设置成功',
  unitHasProjects: '已有项目的受检单位不可删除！',
  wrongWorkbook: '上传格式不正确，请上传xls或者xlsx格式',
  fullScreenUnsupported: 'you browser can not work',
  surveyEnded: '该项目已结束调查',
} as const;

// Messages that the specification does not prescribe, for client and server.
export const failures = {
  unauthorized: '登录状态已过期，请重新登录',
  otherPerson:
    '此浏览器已改用另一账号登录，本页面的操作没有提交，以免记在他人名下。重新加载后以新的账号继续；需要保留的内容请先复制。',
  forbidden: '您没有权限进行此操作，请联系管理员',
  notFound: '数据不存在或已被删除，请刷新列表',
  /** Message for a stored file whose content was altered. */
  fileAltered: (name: string): string =>
    `文件“${name}”的内容与上传时不一致，可能被替换，已停止使用。请联系管理员核对并从备份恢复`,
  pageNotFound: '没有找到要访问的内容，请刷新页面后重试',
  diagnosticsOff: 'SQL监控和接口文档未开放。需要时由运维人员把环境变量 DIAGNOSTICS 设为 on，重启后可用。',
  noOrganization: '该类数据属于具体机构，请先在页面顶部选择所属机构',
  someGone: '所选数据中有已删除的，未做任何修改，请刷新后重新选择',
  stale: '数据已被他人修改，请核对差异后再保存',
  duplicateRequest: '相同的请求正在处理，请稍候',
  /** Message for programs; people read `savedBefore`. */
  keyUsed: '同一请求标识不能用于不同的内容',
  savedBefore: '上一次提交已保存，这次修改的内容没有保存。请先关闭，核对已保存的数据后再修改',
  savedBeforeHere: '上一次提交已保存，请核对您此后的修改，点击“保存”存入这条数据',
  invalid: '填写内容有误，请按提示修改',
  badBody: '请求内容格式不正确',
  tooLarge: '上传内容超过大小限制',
  heavy: '正在导入的人较多，请稍后重试',
  tooManyParameters: '查询条件过多，请减少条件后重试',
  internal: '系统出现故障，请稍后重试；如再次出现，请把请求编号告诉管理员',
  unavailable: '数据库暂时无法访问，请稍后重试',
  storeUnavailable: '文件存储暂时无法访问，请稍后重试',
  wrongLogin: '用户名或密码错误',
  wrongPassword: '密码错误，请重新输入',
  lockedOut: '密码错误次数过多，请15分钟后再试',
  slowDown: (seconds: number): string => `密码错误次数过多，请${seconds}秒后再试`,
  namesTaken: '不可用的用户名过多，请一小时后再试',
  captchaGone: '验证码已过期，请点击图片换一张',
  captchaWrong: '验证码错误',
  leaveUnsaved: '有未保存的修改，确定离开吗？',
  noSelection: '请先选择数据',
  confirmDeleteMany: (count: number) => `确定删除选中的${count}条数据吗？`,
} as const;
