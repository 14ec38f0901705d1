import { InjectDataSource } from '@nestjs/typeorm';

/**
 * The name of the connections for work that no request waits for: carrying changes, cleaning, counting. They are few and
 * apart, so that a crowd of requests does not stop that work, nor that work a request. A command has one pool for all.
 */
export const BACKGROUND = 'background';

export const InjectBackground = () => InjectDataSource(BACKGROUND);
