//! Definitions: methods, lambdas, classes and modules, with their parameters.

use std::sync::Arc;

use ruby_prism as prism;

use super::variables::constant_path;
use super::{Lower, kind_name, name_of, names};
use crate::ast::{Code, Kind, ModuleBody, Parameters, Target};

impl Lower<'_> {
    pub(super) fn definition(&mut self, node: &prism::Node<'_>) -> Option<Kind> {
        use prism::Node as P;
        let at = node.location().start();
        Some(match node {
            P::DefNode { .. } => {
                let it = node.as_def_node()?;
                let receiver = it.receiver().map(|it| self.boxed(&it));
                let code = self.own_code(&it.locals(), it.parameters(), it.body(), at);
                let name = name_of(&it.name());
                match receiver {
                    Some(receiver) => Kind::DefineOn(receiver, name, code),
                    None => Kind::Define(name, code),
                }
            }
            P::LambdaNode { .. } => {
                let it = node.as_lambda_node()?;
                let parameters = it.parameters();
                Kind::Lambda(self.code(&it.locals(), |this| this.block_parameters(parameters.as_ref()), it.body(), at))
            }
            P::ClassNode { .. } => {
                let it = node.as_class_node()?;
                let Some(name) = constant_path(&it.constant_path()) else { return Some(Kind::NotCovered("a class of a value".into())) };
                let parent = it.superclass().map(|it| self.node(&it));
                let body = self.own_code(&it.locals(), None, it.body(), at);
                Kind::Module(Box::new(ModuleBody { name: name.into(), is_module: false, parent, body }))
            }
            P::ModuleNode { .. } => {
                let it = node.as_module_node()?;
                let Some(name) = constant_path(&it.constant_path()) else { return Some(Kind::NotCovered("a module of a value".into())) };
                let body = self.own_code(&it.locals(), None, it.body(), at);
                Kind::Module(Box::new(ModuleBody { name: name.into(), is_module: true, parent: None, body }))
            }
            P::SingletonClassNode { .. } => {
                let it = node.as_singleton_class_node()?;
                let of = self.boxed(&it.expression());
                Kind::Singleton(of, self.own_code(&it.locals(), None, it.body(), at))
            }
            P::AliasMethodNode { .. } => {
                let it = node.as_alias_method_node()?;
                match (self.node(&it.new_name()).kind, self.node(&it.old_name()).kind) {
                    (Kind::Symbol(new), Kind::Symbol(old)) => Kind::Alias(new, old),
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    /// The code of a method, class or module, which sees nothing of the scopes around it.
    fn own_code(
        &mut self,
        locals: &prism::ConstantList<'_>,
        parameters: Option<prism::ParametersNode<'_>>,
        body: Option<prism::Node<'_>>,
        at: u32,
    ) -> Arc<Code> {
        let scopes = std::mem::take(&mut self.scopes);
        let code = self.code(locals, |this| parameters.map(|it| this.parameters(&it)), body, at);
        self.scopes = scopes;
        code
    }

    pub(super) fn code(
        &mut self,
        locals: &prism::ConstantList<'_>,
        parameters: impl FnOnce(&mut Self) -> Option<Parameters>,
        body: Option<prism::Node<'_>>,
        at: u32,
    ) -> Arc<Code> {
        let locals = names(locals);
        let count = locals.len();
        let names = locals.iter().map(|it| it.as_str().into()).collect();
        self.scopes.push(locals);
        self.loops.push(false);
        let parameters = parameters(self).unwrap_or_default();
        let body = *self.optional(body, at);
        self.loops.pop();
        self.scopes.pop();
        let jumps = crate::eval::jumps::jumps(&body);
        Arc::new(Code { parameters, body, locals: count, names, at, file: self.file.clone(), jumps })
    }

    pub(super) fn block_parameters(&mut self, node: Option<&prism::Node<'_>>) -> Option<Parameters> {
        let node = node?;
        if let Some(it) = node.as_block_parameters_node() {
            return it.parameters().map(|it| self.parameters(&it));
        }
        if let Some(it) = node.as_numbered_parameters_node() {
            let mut parameters = Parameters::default();
            for number in 1..=it.maximum() {
                let target = match self.place(format!("_{number}").as_bytes(), 0) {
                    Some(place) => Target::Local(place),
                    None => Target::NotCovered("numbered parameters".into()),
                };
                parameters.required.push(target);
            }
            return Some(parameters);
        }
        Some(Parameters { not_covered: Some(kind_name(node)), ..Parameters::default() })
    }

    fn parameters(&mut self, node: &prism::ParametersNode<'_>) -> Parameters {
        let required = node.requireds().iter().map(|it| self.target(&it)).collect();
        let mut parameters = Parameters { required, ..Parameters::default() };
        for it in &node.optionals() {
            if let Some(it) = it.as_optional_parameter_node() {
                let target = self.local(&it.name(), 0);
                parameters.optional.push((target, self.node(&it.value())));
            }
        }
        match node.rest() {
            Some(rest) if rest.as_implicit_rest_node().is_some() => parameters.trailing_comma = true,
            Some(rest) => match rest.as_rest_parameter_node() {
                Some(it) => parameters.rest = Some(it.name().map(|it| self.local(&it, 0))),
                None => parameters.not_covered = Some(kind_name(&rest)),
            },
            None => {}
        }
        parameters.posts = node.posts().iter().map(|it| self.target(&it)).collect();
        for it in &node.keywords() {
            if let Some(it) = it.as_required_keyword_parameter_node() {
                parameters.keywords.push((name_of(&it.name()), self.local(&it.name(), 0), None));
            } else if let Some(it) = it.as_optional_keyword_parameter_node() {
                let target = self.local(&it.name(), 0);
                let default = self.node(&it.value());
                parameters.keywords.push((name_of(&it.name()), target, Some(default)));
            }
        }
        if let Some(rest) = node.keyword_rest() {
            match rest.as_keyword_rest_parameter_node() {
                Some(it) => parameters.keyword_rest = Some(it.name().map(|it| self.local(&it, 0))),
                None => parameters.not_covered = Some(kind_name(&rest)),
            }
        }
        if let Some(block) = node.block() {
            match block.as_block_parameter_node().and_then(|it| it.name()) {
                Some(name) => parameters.block = Some(self.local(&name, 0)),
                None => parameters.not_covered = Some("a block without a name".into()),
            }
        }
        parameters
    }
}
