import { z } from 'zod';
import { editionText, templateTexts } from '@contract/features/library/templateTexts';
import { messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { idSchema } from '@server/http/bodySchemas';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { hasRows, publishedTemplate, publishedTemplates, templateKinds } from './publishedTemplates';
import {
  copyTemplate,
  publishTemplate,
  retireTemplate,
  reviseTemplate,
  type TemplateContext,
  type TemplateRules,
} from './templateVersions';

const idBody = z.object({ id: idSchema });
const copyBody = z.object({
  id: idSchema,
  name: z
    .string({ error: () => '请输入模板名称' })
    .trim()
    .min(1, '请输入模板名称')
    .max(100, '模板名称不能超过100个字'),
});

/**
 * Routes for moving a template, and for starting work from it. The generic calls add, edit and delete drafts.
 * @param layoutRules rules of own layouts, whose content is a file
 */
export const templateRoutes =
  (layoutRules: TemplateRules) =>
  (services: Services, registry: Registry): Route[] =>
    templateKinds.flatMap((kind) => [
      ...(hasRows(kind) ? startRoutes(services, registry, kind) : []),
      ...versionRoutes(services, registry, kind, layoutRules),
    ]);

type TemplateKind = (typeof templateKinds)[number];

/** Routes of published templates, from which work is started. */
function startRoutes(services: Services, registry: Registry, kind: Exclude<TemplateKind, 'paperLayout'>): Route[] {
  const { path, label: tag } = registry.named(kind).entity;
  const surroundings = (call: Call<unknown>) => ({
    orm: services.database.orm,
    registry,
    viewer: call.viewer,
    zone: services.env.zone,
  });
  return [
    route({
      method: 'GET',
      path: `${path}/published`,
      permission: 'signedIn',
      tag,
      summary: `可以使用的${tag}：公共的与本机构的`,
      handle: async (call) => publishedTemplates(surroundings(call), kind),
    }),
    route({
      method: 'GET',
      path: `${path}/published/:id`,
      permission: 'signedIn',
      tag,
      summary: `一个已发布的${tag}及其内容`,
      handle: async (call) => publishedTemplate(surroundings(call), kind, idParam(call)),
    }),
  ];
}

/** Returns the routes that make a new template of another one. */
function templateCopyRoutes(context: TemplateContext): Route[] {
  const { path, label: tag } = context.templates.entity;
  return [
    route({
      method: 'POST',
      path: `${path}/revise`,
      permission: [permissionOf(context.templates.entity, 'edit')],
      tag,
      summary: `修订${tag}：以已发布的版本生成下一版草稿`,
      body: idBody,
      async handle(call) {
        const draft = await reviseTemplate(context, call);
        return ok(`已生成${editionText(draft.edition)}草稿`, draft);
      },
    }),
    route({
      method: 'POST',
      path: `${path}/copy`,
      permission: [permissionOf(context.templates.entity, 'copy')],
      tag,
      summary: `把任一版本复制为新的${tag}`,
      body: copyBody,
      handle: async (call) => ok(messages.copied, await copyTemplate(context, call)),
    }),
  ];
}

/** Routes that publish, retire, revise and copy the versions of a template. */
function versionRoutes(
  services: Services,
  registry: Registry,
  kind: TemplateKind,
  layoutRules: TemplateRules,
): Route[] {
  const templates = registry.named(kind);
  const { path, label: tag } = templates.entity;
  const context = {
    services,
    templates,
    registry,
    ...(hasRows(kind) ? { parts: registry.named(`${kind}Row`) } : { rules: layoutRules }),
  };
  const permissionsFor = (action: Parameters<typeof permissionOf>[1]) => [permissionOf(templates.entity, action)];
  return [
    route({
      method: 'PUT',
      path: `${path}/publish`,
      permission: permissionsFor('status'),
      tag,
      summary: `发布${tag}；之前的版本停用`,
      body: idBody,
      async handle(call) {
        await publishTemplate(context, call);
        return ok(templateTexts.published);
      },
    }),
    route({
      method: 'PUT',
      path: `${path}/retire`,
      permission: permissionsFor('status'),
      tag,
      summary: `停用${tag}`,
      body: idBody,
      async handle(call) {
        await retireTemplate(context, call);
        return ok(templateTexts.retired);
      },
    }),
    ...templateCopyRoutes(context),
  ];
}
