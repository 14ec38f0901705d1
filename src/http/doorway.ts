import { Inject, Injectable } from '@nestjs/common';
import { type NextFunction, type Request, type Response } from 'express';
import { Crowd } from '../concurrency/crowd.js';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { ProblemError } from './problems.js';

/**
 * Lets in as many requests as the service can work on at once, and turns away the rest before anything is done for them:
 * when far more comes than it can do, it goes on doing what it can.
 */
@Injectable()
export class Doorway {
  private readonly crowd: Crowd;

  constructor(@Inject(ENVIRONMENT) environment: Pick<Environment, 'MAX_IN_FLIGHT'>) {
    this.crowd = new Crowd(environment.MAX_IN_FLIGHT);
  }

  /** How many requests have been turned away so far. */
  get refused(): number {
    return this.crowd.state.refused;
  }

  /** The middleware that every request but those of operators goes through, once. */
  readonly admit = (_request: Request, response: Response, next: NextFunction): void => {
    const leave = this.crowd.enter();
    if (leave) {
      response.once('close', leave);
      next();
    } else {
      const headers = { 'Retry-After': '1' };
      next(new ProblemError('overloaded', 'The service works on as much as it can; try again.', { headers }));
    }
  };
}
