import type { Section } from './section';

export const permissions: Section = {
  number: 6,
  title: '角色与权限',
  requirements: [
    ['无角色者得 ROLE_SYSTEM_DEFAULT', 'ui/guard: gives a person without roles ROLE_SYSTEM_DEFAULT'],
    ['id 1 与管理员永不到期', 'ui/session: AU8: expiry', 'server/auth: ends after 8 idle hours'],
    [
      '其他人须有到期日；缺失或已过：提示 2.5 秒并退出',
      'ui/failures: for an account that has run out warns 2.5 s',
      'ui/guard: of an expired person warns',
    ],
    [
      '按钮须有所列权限之一；空或缺为否',
      'ui/can: shows what any one of its permissions allows',
      'ui/can: is no for an empty list even of an administrator',
    ],
    [
      '重置、关联、取消关联、编辑、复制、删除各有权限键',
      'ui/listEditor/honours: honours can',
      'server/crud: copies under its own permission',
      'server/blankRelation: are untied by the ids of the relations',
    ],
    [
      '非管理员的列表与导出限于本机构',
      'server/scope: are in no list and no count',
      'server/crud: shows nothing to another organisation',
    ],
    ['非管理员非企业人员：去掉 organizationId 与 timeSlot', 'ui/client: the parameters of a call'],
    [
      '角色列表把 organizationId 映为 organization.organizationId',
      'ui/client: the parameters of a call',
      'server/roles',
    ],
    [
      'isAdmin 与 isQy 改变以上规则',
      'ui/client: sends the organisation that an administrator has chosen',
      'server/scope: sees the own units and their projects',
    ],
    [
      '非管理员的 GET 去掉 organizationId 参数',
      'ui/client: repeats the key of an array, drops what is empty, and strips',
    ],
    ['有机构者发送 organizationId 头', 'ui/client: sends the stored token and the organisation in headers'],
    ['qbelongIndustry 与 qarea 不进入查询', 'ui/client: the parameters of a call'],
  ],
};
