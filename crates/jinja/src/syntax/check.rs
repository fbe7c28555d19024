//! Checks that Jinja makes when it compiles a parsed template.

use text_size::TextRange;

use super::{Problem, ProblemKind};
use crate::ast::{Expr, ExprKind, Stmt, StmtKind};

/// Which filters and tests are known.
pub(crate) struct Names<'a> {
    pub(crate) filter: &'a dyn Fn(&str) -> bool,
    pub(crate) test: &'a dyn Fn(&str) -> bool,
}

/// The first thing that Jinja refuses.
pub(crate) fn check(body: &[Stmt], names: &Names<'_>) -> Option<Problem> {
    Check { names, blocks: Vec::new() }.body(body, false, 0).err()
}

struct Check<'a> {
    names: &'a Names<'a>,
    blocks: Vec<String>,
}

type Checked = Result<(), Problem>;

fn problem(message: impl Into<String>, range: TextRange) -> Checked {
    Err(Problem { message: message.into(), range, kind: ProblemKind::Assertion })
}

impl Check<'_> {
    /// In a branch, what is not known is refused when it is reached.
    fn body(&mut self, body: &[Stmt], soft: bool, loops: u32) -> Checked {
        for stmt in body {
            match &stmt.kind {
                StmtKind::If { branches, otherwise } => {
                    for (test, body) in branches {
                        self.expr(test, true)?;
                        self.body(body, true, loops)?;
                    }
                    self.body(otherwise, true, loops)?;
                    continue;
                }
                StmtKind::For(it) => {
                    if let ExprKind::Name(name) = &it.target.kind
                        && &**name == "loop"
                    {
                        return problem("Can't assign to special loop variable in for-loop target", stmt.range);
                    }
                    self.expr(&it.iter, soft)?;
                    if let Some(test) = &it.test {
                        self.expr(test, false)?;
                    }
                    self.body(&it.body, false, loops + 1)?;
                    self.body(&it.otherwise, false, loops)?;
                    continue;
                }
                StmtKind::Block(it) => {
                    if self.blocks.iter().any(|known| **known == *it.name) {
                        return problem(format!("block {} defined twice", crate::value::repr_str(&it.name)), stmt.range);
                    }
                    self.blocks.push(it.name.to_string());
                }
                StmtKind::Break | StmtKind::Continue if loops == 0 => {
                    let message =
                        if matches!(stmt.kind, StmtKind::Break) { "'break' outside loop" } else { "'continue' not properly in loop" };
                    return Err(Problem { message: message.to_owned(), range: stmt.range, kind: ProblemKind::Compiled });
                }
                StmtKind::Macro(it) | StmtKind::Call { macro_: it, .. } => {
                    let without_default = it.parameters.len() - it.defaults.len().min(it.parameters.len());
                    if it.uses_caller && it.parameters.iter().take(without_default).any(|it| &**it == "caller") {
                        return problem(
                            "When defining macros or call blocks the special \"caller\" argument must be omitted or be given a default.",
                            stmt.range,
                        );
                    }
                }
                _ => {}
            }
            let soft_inside = soft && matches!(stmt.kind, StmtKind::Wrapped { .. });
            let parts = stmt.parts();
            for expr in parts.expressions {
                self.expr(expr, soft)?;
            }
            let function =
                matches!(stmt.kind, StmtKind::Macro(_) | StmtKind::Call { .. } | StmtKind::Block(_) | StmtKind::BlockThrough { .. });
            let loops = if function { 0 } else { loops };
            for body in parts.bodies {
                self.body(body, soft_inside, loops)?;
            }
        }
        Ok(())
    }

    fn children(&mut self, expr: &Expr, soft: bool) -> Checked {
        expr.children().into_iter().try_for_each(|it| self.expr(it, soft))
    }

    /// The outer filter is refused before the inner one.
    fn expr(&mut self, expr: &Expr, soft: bool) -> Checked {
        let soft = soft || matches!(expr.kind, ExprKind::Conditional { .. });
        let (what, known, name) = match &expr.kind {
            ExprKind::Filter(_, name, _) => ("filter", (self.names.filter)(name), name),
            ExprKind::Test(_, name, _) => ("test", (self.names.test)(name), name),
            _ => return self.children(expr, soft),
        };
        if known || soft {
            return self.children(expr, soft);
        }
        problem(format!("No {what} named {}.", crate::value::repr_str(name)), expr.range)
    }
}

/// Whether statements read a name that none of them sets.
pub(crate) fn reads(body: &[Stmt], name: &str) -> bool {
    body.iter().any(|stmt| {
        let parts = stmt.parts();
        parts.expressions.iter().any(|it| reads_in(it, name)) || parts.bodies.iter().any(|it| reads(it, name))
    })
}

fn reads_in(expr: &Expr, name: &str) -> bool {
    match &expr.kind {
        ExprKind::Name(found) => &**found == name,
        _ => expr.children().into_iter().any(|it| reads_in(it, name)),
    }
}
