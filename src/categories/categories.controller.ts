import { Controller, Get } from '@nestjs/common';
import { Cached } from '../response-cache/dependencies.js';
import { Access } from '../auth/access.js';
import { Documented } from '../http/routes.js';
import { fields, pick } from '../http/field-selection.js';
import { ResourceLinks, Links } from '../http/links.js';
import { listView } from '../http/response.js';
import { type ParameterValues, rows, start, Parameters, PathSegment } from '../http/parameters.js';
import { CategoriesService, categoryDependencies } from './categories.service.js';
import { labelLanguage } from '../http/language-parameter.js';
import { Kinds } from '../places/kinds/kinds.js';
import { categoryList, categorySchema, presentCategory, type LabelOf } from './category.js';

const lang = labelLanguage('shows in `label` what its readers call the places of a category.');

/** Labels are of the kinds of a category. */
const labelledDependencies = [...categoryDependencies, 'kinds' as const];

const categoryParameters = { fl: fields(categorySchema), lang };
/** By default one page holds all categories. */
const listParameters = { rows: rows(1000, 1000), start: start(), ...categoryParameters };

@Controller('v2/categories')
export class CategoriesController {
  constructor(
    private readonly categories: CategoriesService,
    private readonly kinds: Kinds,
  ) {}

  @Get()
  @Cached({ dependencies: labelledDependencies })
  @Access('application', 'user')
  @Documented({
    id: 'listCategories',
    summary: 'List categories',
    description: 'Categories with their subcategories, ordered by name. Without `rows`, one page holds all categories.',
    response: categoryList,
    examples: { two: '/v2/categories?rows=2' },
  })
  async list(
    @Parameters(listParameters) request: ParameterValues<typeof listParameters>,
    @ResourceLinks() links: Links,
  ) {
    const page = await this.categories.list(request);
    const labels = this.labels(request.lang);
    return listView(categoryList, request, page, (category) =>
      pick(presentCategory(category, links, labels), request.fl),
    );
  }

  @Get(':categoryId')
  @Cached({ dependencies: labelledDependencies })
  @Access('application', 'user')
  @Documented({
    id: 'getCategory',
    summary: 'Get a category',
    description: 'A category with its subcategories.',
    response: { root: 'category', schema: categorySchema },
    problems: ['category_not_found'],
    examples: { museums: '/v2/categories/4' },
  })
  async category(
    @PathSegment('categoryId') categoryId: string,
    @Parameters(categoryParameters) request: ParameterValues<typeof categoryParameters>,
    @ResourceLinks() links: Links,
  ) {
    const category = await this.categories.get(categoryId);
    return { category: pick(presentCategory(category, links, this.labels(request.lang)), request.fl) };
  }

  private labels(lang: string | undefined): LabelOf | undefined {
    return lang === undefined ? undefined : (category, subcategory) => this.kinds.labelOf(lang, category, subcategory);
  }
}
