import { publicityTexts } from '@contract/features/publicity/publicityWire';
import { failures, messages } from '@contract/messages';
import type { Chapter } from '../manual';

// Uses the texts of the pages, so that the manual never differs from them.
export const questionsChapter: Chapter = {
  id: 'questions',
  title: '常见问题与提示',
  sections: [
    {
      id: 'faq',
      title: '常见问题',
      blocks: [
        {
          terms: [
            ['看不到某个菜单或按钮', '您的角色没有这项权限，请联系机构管理员在“角色管理”中授权，授权后刷新页面。'],
            ['看不到同事录入的数据', '您的角色的数据范围可能是“本人”；或者查询条件没有清空，请点击“重置”。'],
            ['找不到刚删除的数据', '在列表的回收站中查看，由有权限的人恢复。'],
            ['页面加载失败', '可能是网络中断或者系统刚刚更新，请刷新页面；未保存的内容请先复制下来。'],
            ['打印时没有颜色或页眉', '在浏览器的打印窗口中打开“背景图形”和“页眉和页脚”。'],
          ],
        },
      ],
    },
    {
      id: 'messages',
      title: '提示的含义与办法',
      blocks: [
        {
          terms: [
            [messages.expired, '账号或机构的有效期已过，请联系管理员续期。'],
            [messages.timeout, '网络太慢或服务器繁忙，请稍后重试；缩小查询范围会更快。'],
            [messages.requestFailed, '没有连上服务器，请检查网络，稍后重试。'],
            [messages.sessionExpired, '请重新登录，登录后回到原来的页面。'],
            [messages.unitHasProjects, '该受检单位已有项目。单位停业或注销时，修改其状态即可。'],
            [messages.wrongWorkbook, '只接受xls和xlsx文件。请另存为Excel工作簿后再导入。'],
            [failures.stale, '别人在您之后打开、在您之前保存了同一条数据。按提示核对差异后再保存。'],
            [failures.lockedOut, '密码连续输错5次。15分钟后再试，或者请管理员重置密码。'],
            [failures.forbidden, '您没有这项操作的权限。'],
            [failures.notFound, '数据可能已被他人删除，请刷新列表。'],
            [failures.internal, '请记下提示中的请求编号，告诉管理员。'],
            [publicityTexts.locked, '先撤回，再修改，然后重新公示或发布。'],
            [publicityTexts.tooFast, '公众查询每分钟最多60次，请稍等。'],
          ],
        },
      ],
    },
  ],
};
