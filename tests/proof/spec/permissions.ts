import type { Section } from './section';

export const permissions: Section = {
  number: 6,
  title: '角色与权限',
  requirements: [
    ['无角色者得 ROLE_SYSTEM_DEFAULT', 'ui/guard: gives a person without roles ROLE_SYSTEM_DEFAULT'],
    ['id 1 与管理员永不到期', 'ui/session: account expiry (AU8)', 'server/auth: ends after 8 idle hours'],
    [
      '其他人须有到期日；缺失或已过：提示 2.5 秒并退出',
      'ui/failures: a 401 for an expired account warns for 2.5 s and then signs out (AU8)',
      'ui/guard: a new browser tab with an account expired by its date warns and shows nothing else',
    ],
    [
      '按钮须有所列权限之一；空或缺为否',
      'ui/can: the component Can renders its children if the person has one of the required permissions',
      'ui/can: the hook useCan refuses an empty permission list even for an administrator',
    ],
    [
      '重置、关联、取消关联、编辑、复制、删除各有权限键',
      'ui/listEditor/honours: the setting "abilities" of a list page determines which of its buttons appear',
      'server/crud: the generic resource copies a row with a permission of its own',
      'server/blankRelation: relations between samples and field blanks are cancelled by the ids of the relations, and the audit trail still shows the cancelled relations',
    ],
    [
      '非管理员的列表与导出限于本机构',
      'server/scope: are in no list and no count',
      'server/crud: the generic resource shows another organization nothing and lets it change nothing',
    ],
    ['非管理员非企业人员：去掉 organizationId 与 timeSlot', 'ui/client: parameters of a request'],
    [
      '角色列表把 organizationId 映为 organization.organizationId',
      'ui/client: parameters of a request',
      'server/roles',
    ],
    [
      'isAdmin 与 isQy 改变以上规则',
      'ui/client: sends the organization chosen by an administrator, and 0 for all',
      'server/scope: sees the own enterprises and their projects',
    ],
    [
      '非管理员的 GET 去掉 organizationId 参数',
      'ui/client: the HTTP client repeats the name of an array parameter, and omits empty values and parameters that the session defines',
    ],
    ['有机构者发送 organizationId 头', 'ui/client: sends the stored token and the organization in headers'],
    ['qbelongIndustry 与 qarea 不进入查询', 'ui/client: parameters of a request'],
  ],
};
