import type { Section } from './section';

const rule = 'contract/rules: has the message of the specification';
const text = 'contract/messages: quoted texts';

export const validation: Section = {
  number: 5,
  title: '校验规则',
  requirements: [
    ['电子邮件格式', rule],
    ['手机号：1[3-8] 加 9 位；1[2-9] 变体的提示', rule],
    ['IP 地址：四段 0–255', rule],
    ['用户名只含字母与数字', rule],
    ['数字，可带负号与小数', rule],
    ['数字或短横', rule],
    ['大于 0 的数字', rule],
    ['18 位统一代码：2 位字母数字、6 位数字、10 位字母数字', rule],
    ['名称不得含 / : * ? " < > |', rule],
    ['检出限：数值，或以英文小于号开头', rule],
    ['口令 8–16 位，含大小写、数字、特殊符号', rule, 'server/users: AU5'],
    [
      '非负整数，可空',
      rule,
      'contract/rules: each validation rule is tested with at least four good and four bad samples',
    ],
    ['权限指令无列表即抛错', 'ui/can: throws a readable error for the permission list %s'],
    [
      '导入只接受 xls 或 xlsx，否则给出提示',
      'ui/importDialog: import refuses a file that is no workbook: by its name at once, by its content with the server’s message',
      text,
    ],
    ['首列为空的导入行被丢弃', 'server/sheet/honestTraps: drops rows without a key'],
    [
      '表单校验通过方可新增、编辑、复制、粘贴',
      'ui/listEditor/crud: marks each invalid field, sends nothing until all are valid, and starts empty the next time',
    ],
    [
      '有项目的受检单位不可删除，以第 1 页、每页 10 条的项目列表检查',
      'browser/mainJob: an inspected enterprise with projects cannot be deleted',
      text,
    ],
    ['空查询值在请求前去掉', 'ui/client: the parameters of a request omit empty values and keep 0 and false'],
    ['不支持全屏时警告', 'ui/shell/pages: the full-screen button says if the browser does not support full screen'],
  ],
};
