import { complaintPath, complaintTexts } from '@contract/features/publicity/publicContact';
import { publicCalls } from '@contract/features/publicity/publicityWire';
import { isPictureSize } from '@contract/features/publicity/publicPictures';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { publicPaperResponse, publicPictureResponse, storedFile } from '@server/files/sendFile';
import { badRequest, notFound } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { complaintBody, fileComplaint } from './fileComplaint';
import { choicesOf } from './filterChoices';
import { countNewsView, listNews, assertNewsPicture, readNews } from './publicNews';
import { publicRateLimits } from './publicRateLimits';
import { countReportView, listReports, publishedFile, readReport, sceneFile } from './publicReports';
import { publicReportVerdict } from './publicReportVerdict';
import { receiptRoute } from './receiptRoute';

const tag = '公众查询';
const searchQuery = {
  keyword: '关键字',
  organization: '机构编号',
  from: '发布日期起',
  to: '发布日期止',
  page: '页码，从0开始',
  size: '每页条数，最多50',
};

const readRoute = (
  limits: ReturnType<typeof publicRateLimits>,
  path: string,
  summary: string,
  query: Record<string, string>,
  handle: (call: Call<unknown>) => Promise<unknown>,
) =>
  route({
    method: 'GET',
    path,
    permission: 'public',
    tag,
    summary,
    query,
    async handle(call) {
      limits.view(call);
      return handle(call as unknown as Call<unknown>);
    },
  });

const pictureRoute = (
  services: Services,
  limits: ReturnType<typeof publicRateLimits>,
  path: string,
  summary: string,
  fileOf: (id: number, picture: string) => Promise<string>,
) =>
  route({
    method: 'GET',
    path: `${path}/:id/picture/:picture`,
    permission: 'public',
    tag,
    summary,
    query: { size: '尺寸：card、cover、text、full、share；不填为原图' },
    async handle(call) {
      limits.file(call);
      const { size } = call.query;
      if (size !== undefined && (typeof size !== 'string' || !isPictureSize(size)))
        throw badRequest('没有这个图片尺寸');
      return publicPictureResponse(
        services,
        await storedFile(services, await fileOf(idParam(call), call.params.picture ?? '')),
        size,
      );
    },
  });

/** Routes that read published reports and news. */
function publishedRowRoutes(services: Services, limits: ReturnType<typeof publicRateLimits>): Route[] {
  return [
    readRoute(limits, publicCalls.reports, '已公示的报告', { ...searchQuery, area: '省/市' }, ({ query }) =>
      listReports(services, query),
    ),
    readRoute(limits, `${publicCalls.reports}/:id`, '一份报告的公示内容', {}, async (call) => {
      const publishedReport = await readReport(services, idParam(call));
      await countReportView(services, publishedReport.id);
      return publishedReport;
    }),
    readRoute(limits, publicCalls.news, '已发布的行业动态', { ...searchQuery, category: '分类' }, ({ query }) =>
      listNews(services, query),
    ),
    readRoute(limits, `${publicCalls.news}/:id`, '一篇行业动态', {}, async (call) => {
      const article = await readNews(services, idParam(call));
      await countNewsView(services, article.id);
      return article;
    }),
    readRoute(
      limits,
      publicCalls.verify,
      '凭报告二维码核验报告：有效、已被替换或已作废',
      { code: '二维码中的验证码' },
      ({ query }) => publicReportVerdict(services, typeof query.code === 'string' ? query.code : undefined),
    ),
  ];
}

/** QUALITY AZ10: calls without login return only published rows and allowed fields, limited per minute. */
export function publicNoticeRoutes(services: Services, registry: Registry): Route[] {
  const limits = publicRateLimits(services);

  return [
    receiptRoute(services),
    ...publishedRowRoutes(services, limits),
    route({
      method: 'GET',
      path: publicCalls.choices,
      permission: 'public',
      tag,
      summary: '有公示或文章的机构、地区、年份与类别',
      query: { of: 'reports或news' },
      // Counted as a file; the list that requests it is the page view.
      async handle(call) {
        limits.file(call);
        return choicesOf(services, call.query.of === 'news' ? 'news' : 'reports');
      },
    }),
    route({
      method: 'POST',
      path: complaintPath,
      permission: 'public',
      tag,
      summary: '对公示或报告提出异议、投诉；不需要登录',
      body: complaintBody,
      limit: 8 * 1024,
      async handle(call) {
        limits.complaint(call);
        return ok(complaintTexts.received, await fileComplaint(services, registry, call));
      },
    }),
    pictureRoute(services, limits, publicCalls.reports, '公示的现场影像', (id, scene) => {
      if (!/^\d{1,9}$/.test(scene)) throw notFound();
      return sceneFile(services, id, Number(scene));
    }),
    route({
      method: 'GET',
      path: `${publicCalls.reports}/:id/report`,
      permission: 'public',
      tag,
      summary: '公示的报告副本（PDF）',
      async handle(call) {
        limits.file(call);
        return publicPaperResponse(services, await storedFile(services, await publishedFile(services, idParam(call))));
      },
    }),
    pictureRoute(services, limits, publicCalls.news, '文章的封面与插图', (id, file) =>
      assertNewsPicture(services, id, file),
    ),
  ];
}
