import type { Section } from './section';

export const states: Section = {
  number: 4,
  title: '状态与转换',
  requirements: [
    ['存有令牌即为已登录', 'ui/session: begins with the token obscured in a cookie'],
    ['已登录而无角色：取人员信息，再建路由', 'ui/guard: asks for auth/info, then menus/build'],
    ['登录后置标志，路由重建一次', 'ui/guard: asks for no auth/info, for the menus once, and takes the flag back'],
    ['取人员信息失败：退出并刷新', 'ui/guard: logs out and reloads when the person can not be had'],
    ['退出即清除令牌与角色，服务器调用失败亦然', 'ui/session: ends here even if the server does not answer'],
    ['401：退出、point cookie 置 401、刷新', 'ui/failures: AU11: thirty at once end the session once'],
    [
      '打开通知即已读：readFlag 置 1，updateBy 为本人；列表与数目刷新',
      'server/notices: sets the flag, the time and who',
      'ui/notices/notices: counts what is unread, opens the dialog',
    ],
    ['标记失败仍刷新列表', 'ui/notices/notices: asks for lists and counts anew although marking failed'],
    ['加载通知失败则停止定时器', 'ui/notices/notices: a failure stops it until something goes well'],
    ['每人一条 websocket', 'ui/notices/pushConnection: goes to {host}/websocket/{userId}'],
    [
      '出错计数；超过 5 次停止；否则 20 秒后重连',
      'ui/notices/pushConnection: gives up after more than 5 errors',
      'ui/notices/pushConnection: comes back after 20 seconds',
    ],
    ['关闭也会重连', 'ui/notices/pushConnection: whether it failed or was closed'],
    ['topic 或 user 消息使通知重新加载', 'ui/notices/pushConnection: hears topic and user, and nothing else'],
    [
      '已访问与缓存的页面可增删；固定页在关闭其他时保留',
      'ui/shell/tabs: closes the others but the affix ones',
      'browser/cachedPages: runs no effect and renders no hidden page',
    ],
    ['侧栏开合记在 cookie', 'ui/shell/sidebar: remembers in a cookie'],
    ['设备分桌面与移动', 'browser/chrome: fits a telephone'],
    [
      '尺寸四种，默认 small',
      'ui/shell/settings: begins with what the specification says',
      'contract/messages: the constants of SPEC',
    ],
    [
      '列表编辑器：每个动作有正常、就绪、提交中三态',
      'ui/listEditor/state: opens its form, and no other',
      'ui/listEditor/state: is processing while the submit is in flight',
    ],
    ['失败回到就绪', 'ui/listEditor/state: returns to prepared when the submit fails'],
    [
      '成功回到正常、清空表单、刷新列表',
      'ui/listEditor/state: returns to normal when the submit succeeds',
      'ui/listEditor/commands: is the first after an add',
    ],
    [
      '逐行删除：正常、就绪、提交中；取消回到正常',
      'ui/listEditor/state: goes from normal over prepared and processing',
    ],
    [
      '复制：经复制调用提交表单副本，再刷新',
      'ui/listEditor/commands: goes through the copy call for a copy',
      'ui/listEditor/crud: copies a row through the copy call',
    ],
    [
      '改状态：默认值 "2"，去掉四个留痕字段，逐行调用编辑',
      'ui/listEditor/commands: changes a status row by row through edit',
      'ui/listEditor/commands: strips createBy, updateBy',
    ],
    ['带标志时以编号一次批量改状态', 'ui/listEditor/commands: changes a status in bulk with the ids, one call'],
  ],
};
