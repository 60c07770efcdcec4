import { aboutProjects, type Route } from '@contract/routes';

/**
 * Page kinds shared by all methods (PRODUCT §4). `spike` is the page of spikes and other QC samples; `lod` is the
 * page of the detection limit.
 */
export type PageKind = 'detail' | 'curve' | 'spike' | 'lod' | 'attachment' | 'preview';

/**
 * Origin of samples: the organization takes ordinary samples itself; a client delivers incoming samples (来样, lyjc).
 */
export type Variant = 'ordinary' | 'incoming';

/**
 * One of several pages of a kind. The page `main` has the plain name of the kind; another page has the name kind +
 * Key.
 */
interface PagePart {
  readonly key: string;
  readonly title: string;
}

/** Pages of a method. A page kind exists if its key exists. */
interface MethodPages {
  readonly detail: {
    readonly title: string;
    /** Last path segment, which SPEC prescribes for one method. */ readonly segment?: string;
  };
  readonly curves?: readonly PagePart[];
  readonly spike?: true;
  readonly lod?: true;
  readonly attachment?: true;
  readonly previews?: readonly PagePart[];
}

export interface Method {
  /** English name of the technique. */
  readonly key: string;
  readonly title: string;
  /** Address prefixes of SPEC. A variant exists if its prefix exists. */
  readonly prefix: { readonly ordinary: string; readonly incoming?: string };
  readonly pages: MethodPages;
}

export interface MethodRoute extends Route {
  readonly kind: PageKind;
  /** Key of the method. */
  readonly method: string;
  readonly variant: Variant;
  /** Key of the part, where a method has several curves or previews; `main` where it has one. */
  readonly part: string;
}

/**
 * Declares a method and keeps its literal types.
 * @throws Error at import for two parts with the same key
 */
export function defineMethod<const M extends Method>(method: M): M {
  for (const parts of [method.pages.curves ?? [], method.pages.previews ?? []]) {
    if (new Set(parts.map(({ key }) => key)).size !== parts.length)
      throw new Error(`${method.key}: two parts have one name`);
  }
  return method;
}

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

interface PageOfMethod {
  readonly kind: PageKind;
  readonly part: string;
  readonly segment: string;
  readonly title: string;
}

function pagesOf({ pages }: Method): PageOfMethod[] {
  const makePage = (kind: PageKind, title: string, segment: string = kind): PageOfMethod => ({
    kind,
    part: 'main',
    segment,
    title,
  });
  const makePages = (kind: PageKind, pageParts: readonly PagePart[] = []): PageOfMethod[] =>
    pageParts.map(({ key, title }) => ({
      kind,
      part: key,
      segment: key === 'main' ? kind : kind + capitalized(key),
      title,
    }));
  return [
    makePage('detail', pages.detail.title, pages.detail.segment),
    ...makePages('curve', pages.curves),
    ...(pages.spike ? [makePage('spike', '质量控制')] : []),
    ...(pages.lod ? [makePage('lod', '检出限')] : []),
    ...(pages.attachment ? [makePage('attachment', '样品附件')] : []),
    ...makePages('preview', pages.previews),
  ];
}

// A project has one record per method and hazard. phyId is the id of the record (SPEC §3, sample and association
// rows).
const sheetParameters = ['belongProject', 'phyId'] as const;
/** Address of the laboratory page, which lists the records of incoming samples like all others. */
const laboratoryPath = '/lab/laboratory';

/**
 * Expands a method into its routes, ordinary routes first. Addresses of the incoming variant also begin with lyjc
 * (SPEC §2).
 */
export function routesOf(method: Method): MethodRoute[] {
  const pages = pagesOf(method);
  const expandRoutes = (variant: Variant, prefix: string, parent: string): MethodRoute[] =>
    pages.map(({ kind, part, segment, title }) => ({
      path: `${prefix}/${variant === 'incoming' ? `lyjc${capitalized(segment)}` : segment}`,
      title: `${variant === 'incoming' ? '来样' : ''}${method.title}${title}`,
      hidden: true,
      parent,
      also: [...aboutProjects, laboratoryPath],
      query: sheetParameters,
      folder: false,
      kind,
      method: method.key,
      variant,
      part,
    }));
  return [
    ...expandRoutes('ordinary', method.prefix.ordinary, laboratoryPath),
    ...(method.prefix.incoming ? expandRoutes('incoming', method.prefix.incoming, '/lab/incomingsample') : []),
  ];
}
