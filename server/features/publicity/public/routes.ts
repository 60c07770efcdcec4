import { publicCalls, publicRate } from '@contract/features/publicity/publicity';
import type { Registry } from '@server/crud/resource';
import { idParam } from '@server/crud/routes';
import { fileResponse, publicPictureResponse, storedFile } from '@server/files/sendFile';
import { notFound } from '@server/http/errors';
import { rateLimit } from '@server/http/rateLimit';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { choicesOf } from './choices';
import { countNewsView, listNews, newsPicture, readNews } from './news';
import { verifyReport } from './verify';
import { countReportView, listReports, publishedFile, readReport, sceneFile } from './reports';

const tag = '公众查询';
const search = { keyword: '关键字', organization: '机构编号', from: '发布日期起', to: '发布日期止', page: '页码，从0开始', size: '每页条数，最多50' };

/** QUALITY AZ10: what needs no login gives published rows and allowed fields alone, so many times a minute. */
export function publicNoticeRoutes(services: Services, _registry: Registry): Route[] {
  const countCall = rateLimit(publicRate.calls, services.now);
  const countPicture = rateLimit(publicRate.pictures, services.now);

  const asked = (path: string, summary: string, query: Record<string, string>, handle: (call: Call<unknown>) => Promise<unknown>) =>
    route({
      method: 'GET', path, permission: 'public', tag, summary, query,
      async handle(call) {
        countCall(call);
        return handle(call as unknown as Call<unknown>);
      },
    });

  const picture = (path: string, summary: string, fileOf: (id: number, picture: string) => Promise<string>) =>
    route({
      method: 'GET', path: `${path}/:id/picture/:picture`, permission: 'public', tag, summary,
      async handle(call) {
        countPicture(call);
        return publicPictureResponse(services, await storedFile(services, await fileOf(idParam(call), call.params.picture ?? '')));
      },
    });

  return [
    asked(publicCalls.reports, '已公示的报告', { ...search, area: '省/市' }, ({ query }) => listReports(services, query)),
    asked(`${publicCalls.reports}/:id`, '一份报告的公示内容', {}, async (call) => {
      const found = await readReport(services, idParam(call));
      await countReportView(services, found.id);
      return found;
    }),
    asked(publicCalls.news, '已发布的行业动态', { ...search, category: '分类' }, ({ query }) => listNews(services, query)),
    asked(`${publicCalls.news}/:id`, '一篇行业动态', {}, async (call) => {
      const found = await readNews(services, idParam(call));
      await countNewsView(services, found.id);
      return found;
    }),
    asked(publicCalls.verify, '凭报告二维码核验报告：有效、已被替换或已撤销', { code: '二维码中的验证码' }, ({ query }) => verifyReport(services, typeof query.code === 'string' ? query.code : undefined)),
    asked(publicCalls.choices, '有公示或文章的机构与地区', { of: 'reports或news' }, ({ query }) => choicesOf(services, query.of === 'news' ? 'news' : 'reports')),
    picture(publicCalls.reports, '公示的现场影像', (id, scene) => {
      if (!/^\d{1,9}$/.test(scene)) throw notFound();
      return sceneFile(services, id, Number(scene));
    }),
    route({
      method: 'GET', path: `${publicCalls.reports}/:id/report`, permission: 'public', tag, summary: '公示的报告副本（PDF）',
      async handle(call) {
        countPicture(call);
        const response = await fileResponse(services, await storedFile(services, await publishedFile(services, idParam(call))), true);
        response.headers.set('cache-control', 'public, max-age=300');
        return response;
      },
    }),
    picture(publicCalls.news, '文章的封面与插图', (id, file) => newsPicture(services, id, file)),
  ];
}
