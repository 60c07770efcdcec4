import type { Section } from './section';

export const states: Section = {
  number: 4,
  title: '状态与转换',
  requirements: [
    ['存有令牌即为已登录', 'ui/session: starts with the token obscured in a cookie and the person in memory'],
    [
      '已登录而无角色：取人员信息，再建路由',
      'ui/guard: requests auth/info, then menus/build, then what the page needs, and nothing else',
    ],
    ['登录后置标志，路由重建一次', 'ui/guard: requests no auth/info, the menus once, and resets the flag'],
    ['取人员信息失败：退出并刷新', 'ui/guard: signs out and reloads if the person can not be loaded'],
    ['退出即清除令牌与角色，服务器调用失败亦然', 'ui/session: ends locally even if the server does not answer'],
    [
      '401：退出、point cookie 置 401、刷新',
      'ui/failures: ends the session once for 30 parallel requests: point = 401, one reload, no call to auth/logout (AU11)',
    ],
    [
      '打开通知即已读：readFlag 置 1，updateBy 为本人；列表与数目刷新',
      'server/notices: sets the flag, the time and the person, and removes it from the summary',
      'ui/notices/notices: counts unread notices, opens the dialog, and marks an opened notice as read',
    ],
    ['标记失败仍刷新列表', 'ui/notices/notices: reloads lists and counts although marking failed'],
    [
      '加载通知失败则停止定时器',
      'ui/notices/notices: reloads at intervals, stops after a failure and continues after a success',
    ],
    [
      '每人一条 websocket',
      'ui/notices/pushConnection: connects to {host}/websocket/{userId} with the token as its subprotocol',
    ],
    [
      '出错计数；超过 5 次停止；否则 20 秒后重连',
      'ui/notices/pushConnection: gives up after more than 5 errors',
      'ui/notices/pushConnection: reconnects after 20 seconds and not before, whether it failed or was closed',
    ],
    ['关闭也会重连', 'ui/notices/pushConnection: whether it failed or was closed'],
    [
      'topic 或 user 消息使通知重新加载',
      'ui/notices/pushConnection: accepts messages of topic and user and nothing else',
    ],
    [
      '已访问与缓存的页面可增删；固定页在关闭其他时保留',
      'ui/shell/tabs: closes the others except affix tabs and shows the requested one',
      'browser/cachedPages: cached page runs no effect and does not render while hidden',
    ],
    ['侧栏开合记在 cookie', 'ui/shell/sidebar: sidebar stores in a cookie that it is collapsed'],
    [
      '设备分桌面与移动',
      'browser/chrome: phone layout overflows nothing, overlaps nothing, and moves the rest into the user menu',
    ],
    [
      '尺寸四种，默认 small',
      'ui/shell/settings: settings start with the defaults of the specification',
      'contract/messages: constants of SPEC §9',
    ],
    [
      '列表编辑器：每个动作有正常、就绪、提交中三态',
      'ui/listEditor/state: opens this form and no other',
      'ui/listEditor/state: is processing while the submit runs and ignores a second submit',
    ],
    ['失败回到就绪', 'ui/listEditor/state: returns to prepared after a failure, with the form and its errors'],
    [
      '成功回到正常、清空表单、刷新列表',
      'ui/listEditor/state: returns to normal after a success and keeps nothing',
      'ui/listEditor/commands: is the first after an add',
    ],
    [
      '逐行删除：正常、就绪、提交中；取消回到正常',
      'ui/listEditor/state: goes from normal through prepared and processing back to normal',
    ],
    [
      '复制：经复制调用提交表单副本，再刷新',
      'ui/listEditor/commands: uses the copy request for a copy and add for a paste, each with its own message',
      'ui/listEditor/crud: copies a row by the copy request',
    ],
    [
      '改状态：默认值 "2"，去掉四个留痕字段，逐行调用编辑',
      'ui/listEditor/commands: status change edits row by row, without user and time',
      'ui/listEditor/commands: status change drops createBy, updateBy, createTime and updateTime and nothing else',
    ],
    ['带标志时以编号一次批量改状态', 'ui/listEditor/commands: bulk status change sends the ids in one request'],
  ],
};
