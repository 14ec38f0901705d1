import { InjectDataSource } from '@nestjs/typeorm';

/**
 * Names the data source for background work: index sync, clean-up, quota exchange. Its pool is separate from the pool of
 * requests, so that neither can use up the other's connections. Commands have one pool for both.
 */
export const BACKGROUND = 'background';

export const InjectBackground = () => InjectDataSource(BACKGROUND);
